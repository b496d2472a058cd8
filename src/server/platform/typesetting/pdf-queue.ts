import pLimit from 'p-limit';
import { ApiError } from '../api-error.ts';

/** Setting one takes a quarter of a second and more of a core. */
const AT_ONCE = 1;
const WAITING_AT_MOST = 8;

const queue = pLimit(AT_ONCE);

/** Sets a PDF for a visitor, one after another. @throws ApiError unavailable when too many wait already */
export async function inPdfQueue<T>(typeset: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= WAITING_AT_MOST) {
    throw new ApiError('unavailable', 'We’re busy. Please try again in a moment.');
  }
  return await queue(typeset);
}
