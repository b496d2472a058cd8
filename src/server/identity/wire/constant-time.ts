import { setImmediate, setTimeout } from 'node:timers/promises';

/** Long beside the difference that it hides, on a busy machine too, since now and then that alone decides which step is reached. */
const STEP_MS = 500;

/** A timer keeps whole milliseconds and may be one early. */
const TIMER_MS = 2;

/**
 * Answers a whole number of half seconds after it was asked: an address we know costs a few statements more or less than one we do not,
 * and nobody is to read that off a clock (rules/auth-wire 59). To be asked once the body has been read: whoever decides when that
 * ends would also decide how near the next half second is. A refusal comes at once.
 */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  const due = start + STEP_MS * Math.ceil((performance.now() - start) / STEP_MS);
  await setTimeout(Math.max(0, due - performance.now() - TIMER_MS));
  // A timer alone rounds, and a third of a millisecond that depends on when it was set is enough to tell two crowds of answers apart.
  while (performance.now() < due) await setImmediate();
  return result;
}
