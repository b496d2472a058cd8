import pLimit from 'p-limit';
import { ApiError } from '../api-error.ts';

/** Typesetting one PDF takes a core for at least a quarter of a second. */
const AT_ONCE = 1;
const WAITING_AT_MOST = 8;

const queue = pLimit(AT_ONCE);

/**
 * Typesets PDFs for visitors one at a time.
 * @throws ApiError unavailable if too many are waiting
 */
export async function inPdfQueue<T>(typeset: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= WAITING_AT_MOST) {
    throw new ApiError('unavailable', 'We’re busy. Please try again in a moment.');
  }
  return await queue(typeset);
}
