import * as fc from 'fast-check';
import { send } from './raw-request.ts';
import { type Door, requestsTo } from './requests.ts';

const USUAL = { accept: 'application/json', 'content-type': 'application/json' };

/**
 * Sends `count` generated requests to a door, one after the other.
 * @returns how often each status was answered
 * @throws Error with the smallest request found whose answer is wrong
 */
export async function fuzz(
  siteUrl: string,
  door: Door,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  await fc.assert(
    fc.asyncProperty(requestsTo(door), async (request) => {
      const answer = await send(siteUrl, { ...request, headers: { ...USUAL, ...door.headers, ...request.headers } });
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      try {
        door.judge(request, answer);
      } catch (error) {
        throw new Error(`It was answered ${answer.status} ${answer.text.slice(0, 500)}`, { cause: error });
      }
    }),
    { numRuns: count, seed, endOnFailure: false },
  );
  return statuses;
}
