/**
 * Answers a whole number of steps after it was asked: an address we know costs a few statements more or less than one we do not, and
 * nobody is to read that off a clock (AUTH-CONTRACT §10, timing). The step is long beside that difference on a busy machine, since now and
 * then it alone decides which step is reached.
 */
export async function inEvenTime<T>(stepMs: 250 | 500, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  const late = (performance.now() - start) % stepMs;
  await new Promise((resolve) => setTimeout(resolve, stepMs - late));
  return result;
}
