import * as fc from 'fast-check';
import type { Judged } from './doors.ts';
import { type RawAnswer, type RawRequest, send } from './raw-request.ts';
import { requestsTo } from './requests.ts';

export interface FuzzOptions {
  readonly count: number;
  readonly seed: number;
}

/** How often each status was answered. */
export type Statuses = Readonly<Record<number, number>>;

const USUAL = { accept: 'application/json', 'content-type': 'application/json' };

/**
 * Sends `count` generated requests to a door, one after the other.
 * @throws Error with the smallest request found whose answer is wrong
 */
export async function fuzz(siteUrl: string, { door, judge }: Judged, { count, seed }: FuzzOptions): Promise<Statuses> {
  const statuses: Record<number, number> = {};
  await fc.assert(
    fc.asyncProperty(requestsTo(door), async (request) => {
      const answer = await send(siteUrl, { ...request, headers: { ...USUAL, ...door.headers, ...request.headers } });
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      refuseWith(request, answer, judge);
    }),
    { numRuns: count, seed, endOnFailure: false },
  );
  return statuses;
}

function refuseWith(request: RawRequest, answer: RawAnswer, judge: Judged['judge']): void {
  try {
    judge(request, answer);
  } catch (error) {
    throw new Error(`${String(error)}\nThe answer was ${answer.status} ${answer.text.slice(0, 500)}`, { cause: error });
  }
}
