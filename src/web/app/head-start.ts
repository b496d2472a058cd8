import { SESSION_STORAGE_KEY } from '../../contract/session-storage.ts';

/** In ms, as for the app's queries. */
const FRESH_FOR = 10_000;
const MAY_BE_RENEWED_WITHIN = 100_000;

interface Asked {
  readonly at: number;
  readonly token: string;
  readonly answer: Promise<Response>;
}

const asked = new Map<string, Asked>();

/** Asks beside the app's scripts, unless the token may be renewed first (decision 140). */
export function askAhead(paths: readonly string[]): void {
  try {
    const { access_token: token, expires_at } = JSON.parse(localStorage.getItem(SESSION_STORAGE_KEY) ?? '{}');
    if (typeof token !== 'string' || !(expires_at * 1000 > Date.now() + MAY_BE_RENEWED_WITHIN)) return;
    for (const path of paths) {
      const answer = fetch(path, { headers: { Authorization: `Bearer ${token}` } });
      // Its taker hears of failures.
      answer.catch(() => undefined);
      asked.set(path, { at: performance.now(), token, answer });
    }
  } catch {
    // Storage is blocked or unreadable: the app asks.
  }
}

/** Once, and for the same session. */
export function takeAhead(path: string, token: string | null): Promise<Response> | undefined {
  const found = asked.get(path);
  asked.delete(path);
  return found?.token === token && performance.now() - found.at < FRESH_FOR ? found.answer : undefined;
}
