import * as z from 'zod/mini';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { networkFailure } from '../../app/api-failure.ts';
import { beginPkce } from '../../app/arriving-session.ts';
import { answerOf, auth, AUTH_SERVER } from '../../app/session.ts';
import { sessionStorageItem } from '../../app/session-storage-item.ts';
import { googleTarget } from './redirect-targets.ts';

/** The page from which the user went to Google, and the page that required the sign-in. */
const journey = z.object({
  from: z.enum([APP_PATHS.signin, APP_PATHS.signup, APP_PATHS.accountProfile]),
  next: z.optional(z.string()),
});
export type Journey = z.output<typeof journey>;

const stored = sessionStorageItem('google-journey', journey);

export function rememberJourney(setOut: Journey): void {
  stored.store(setOut);
}

/** Reads and deletes the stored journey. Null if none began in this tab. */
export function endJourney(): Journey | null {
  const setOut = stored.read();
  stored.drop();
  return setOut;
}

export const GOOGLE_PROMPT = { prompt: 'select_account consent' } as const;

/**
 * Opens Google's page (rules/accounts 30).
 * @throws if it can't be reached
 */
export async function leaveForGoogle(setOut: Journey): Promise<void> {
  await requireGoogle();
  rememberJourney(setOut);
  const queryParams = { ...GOOGLE_PROMPT, ...(await beginPkce()) };
  const options = { redirectTo: googleTarget(setOut.next), queryParams };
  await answerOf(auth.signInWithOAuth({ provider: 'google', options }));
  await untilGone();
}

const PATIENCE_MS = 15_000;

/** Stays pending while the browser opens the page. Resolves after Back, or when the user may try again. */
export function untilGone(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true });
    setTimeout(resolve, PATIENCE_MS);
  });
}

/** Checks that the page can be reached, since no error can be shown after the browser has left. */
async function requireGoogle(): Promise<void> {
  const asked = fetch(`${AUTH_SERVER.url}/settings`, { headers: AUTH_SERVER.headers });
  const response = await asked.catch(() => {
    throw networkFailure();
  });
  const { external } = (await response.json()) as { external?: { google?: boolean } };
  if (external?.google !== true) throw new Error('Google is not configured.');
}
