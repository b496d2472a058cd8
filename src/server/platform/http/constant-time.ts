import { setImmediate, setTimeout } from 'node:timers/promises';

const STEP_MS = 500;

/** A timer may be one millisecond early. */
const TIMER_MS = 2;

/**
 * Responds after whole half-seconds, so that timing does not tell known addresses from unknown ones (decision 024).
 * Called after the body is read.
 */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  const due = start + STEP_MS * Math.ceil((performance.now() - start) / STEP_MS);
  await setTimeout(Math.max(0, due - performance.now() - TIMER_MS));
  while (performance.now() < due) await setImmediate();
  return result;
}
