import { setImmediate, setTimeout } from 'node:timers/promises';

const STEP_MS = 500;

/** A timer may fire one millisecond early. */
const TIMER_MS = 2;

/**
 * Responds after whole half-seconds, so that the time doesn't reveal whether an address is known (decision 024). Call
 * it after the body is read.
 */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  const due = start + STEP_MS * Math.ceil((performance.now() - start) / STEP_MS);
  await setTimeout(Math.max(0, due - performance.now() - TIMER_MS));
  while (performance.now() < due) await setImmediate();
  return result;
}
