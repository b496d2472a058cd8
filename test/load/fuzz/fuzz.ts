import * as fc from 'fast-check';
import type { Judged } from './doors.ts';
import { send } from './raw-request.ts';
import { requestsTo } from './requests.ts';

const USUAL = { accept: 'application/json', 'content-type': 'application/json' };

/**
 * Sends `count` generated requests to a door, one after the other.
 * @returns how often each status was answered
 * @throws Error with the smallest request found whose answer is wrong
 */
export async function fuzz(
  siteUrl: string,
  { door, judge }: Judged,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  await fc.assert(
    fc.asyncProperty(requestsTo(door), async (request) => {
      const answer = await send(siteUrl, { ...request, headers: { ...USUAL, ...door.headers, ...request.headers } });
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      try {
        judge(request, answer);
      } catch (error) {
        const said = `${answer.status} ${answer.text.slice(0, 500)}`;
        throw new Error(`${String(error)}\nThe answer was ${said}`, { cause: error });
      }
    }),
    { numRuns: count, seed, endOnFailure: false },
  );
  return statuses;
}
