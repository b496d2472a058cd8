/** The auth client tries for half a minute to renew a session without a line. */
const PATIENCE_MS = 2_000;

/** What `asked` says, or what `meanwhile` says once it has kept us waiting or there is no line. */
export async function orMeanwhile<T>(asked: Promise<T>, meanwhile: () => Promise<T | null>): Promise<T> {
  const isSlow = await Promise.race([asked.then(isAnswered, isAnswered), runOut()]);
  const known = isSlow ? await meanwhile() : null;
  if (known === null) return await asked;
  // Its failure is that of the next call.
  asked.catch(isAnswered);
  return known;
}

function isAnswered(): boolean {
  return false;
}

async function runOut(): Promise<boolean> {
  if (navigator.onLine) await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  return true;
}
