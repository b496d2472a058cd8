import type { VisitEvent } from '../../../contract/events.ts';
import type { User } from '../../app/session.ts';
import type { Journey } from './google-journey.ts';

type SignInMethod = Extract<VisitEvent, { name: 'sign_up' | 'login' }>['method'];
type CountedSignIn = { readonly name: 'sign_up' | 'login'; readonly method: SignInMethod };

/** The mails that may open an account; that of a new address or a forgotten password opens none. */
const OPENING_LINKS: readonly string[] = ['signup', 'invite', 'magiclink'];

/**
 * What the session counts as that a mailed link brought along: a sign-up where the link confirmed the account, else nothing. At the
 * form a sign-up that waits for its mail cannot be counted: known and unknown addresses get the same answer there.
 */
export function signInByEmail(link: string | null, user: User): CountedSignIn | null {
  if (link === null || !OPENING_LINKS.includes(link) || !isNew(user)) return null;
  return { name: 'sign_up', method: user.app_metadata.provider === 'google' ? 'google' : 'password' };
}

/** What coming back counts as: nothing for whoever did not set out for Google here, such as by a mailed link. */
export function signInByGoogle(journey: Journey | null, link: string | null, user: User): CountedSignIn | null {
  if (journey === null || link !== null) return null;
  return { name: isNew(user) ? 'sign_up' : 'login', method: 'google' };
}

/** Of one request of the server's; nobody comes in twice in that time. */
const SAME_MOMENT_MS = 5000;

/** Confirmed by this very sign-in: the account is older where its form was filled in before. */
function isNew({ email_confirmed_at: confirmed, last_sign_in_at: signedIn }: User): boolean {
  if (confirmed === undefined || signedIn === undefined) return false;
  return Math.abs(Date.parse(signedIn) - Date.parse(confirmed)) < SAME_MOMENT_MS;
}
