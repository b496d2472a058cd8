const STEP_MS = 250;

/**
 * Answers on the next quarter of a second after it was asked: an address we know costs a few statements more than one we do
 * not, and nobody is to read that off a clock (AUTH-CONTRACT §10, timing).
 */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  const late = (performance.now() - start) % STEP_MS;
  await new Promise((resolve) => setTimeout(resolve, STEP_MS - late));
  return result;
}
