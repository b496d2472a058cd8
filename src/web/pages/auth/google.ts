import { APP_PATHS } from '../../../contract/site-paths.ts';
import { AUTH_SERVER, auth } from '../../app/session.ts';
import { type Journey, rememberJourney } from './google-journey.ts';

/** rules/accounts 30: every time the choice of an account, and consent. */
export const GOOGLE_PROMPT = { prompt: 'select_account consent' } as const;

/** Leaves for Google's page. @throws when there is no way to it */
export async function leaveForGoogle(setOut: Journey): Promise<void> {
  await requireGoogle();
  rememberJourney(setOut);
  const { error } = await auth.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: `${location.origin}${APP_PATHS.authCallback}`, queryParams: GOOGLE_PROMPT },
  });
  if (error) throw error;
  await untilGone();
}

const PATIENCE_MS = 15_000;

/**
 * The browser is on its way to another page, which may take its time: until that page is there, whoever pressed the button is to see
 * that something happens. Resolves when Back has brought this page here again, and when nothing has come for so long that another
 * try is in order.
 */
export function untilGone(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true });
    setTimeout(resolve, PATIENCE_MS);
  });
}

/** Asked first: once the browser has left for a page that does not come, nothing can be said any more. */
async function requireGoogle(): Promise<void> {
  const response = await fetch(`${AUTH_SERVER.url}/settings`, { headers: AUTH_SERVER.headers });
  const { external } = (await response.json()) as { external?: { google?: boolean } };
  if (external?.google !== true) throw new Error('Google is not configured.');
}
