/** Offline, the auth client tries for half a minute to refresh a session. */
const WAIT_MS = 2_000;

/** The result of `asked`, or of `fallback` if `asked` takes longer than two seconds or the browser is offline. */
export async function withSlowFallback<T>(asked: Promise<T>, fallback: () => Promise<T | null>): Promise<T> {
  const isSlow = await Promise.race([asked.then(isAnswered, isAnswered), waitOrOffline()]);
  const known = isSlow ? await fallback() : null;
  if (known === null) return await asked;
  // If it fails later, the next call fails the same way and reports it.
  asked.catch(isAnswered);
  return known;
}

function isAnswered(): boolean {
  return false;
}

async function waitOrOffline(): Promise<boolean> {
  if (navigator.onLine) await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  return true;
}
