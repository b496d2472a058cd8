import type { VisitEvent } from '../../../contract/events.ts';
import type { User } from '../../app/session.ts';
import type { Journey } from './google.ts';

type SignInMethod = Extract<VisitEvent, { name: 'sign_up' | 'login' }>['method'];
type CountedSignIn = { readonly name: 'sign_up' | 'login'; readonly method: SignInMethod };

/** Links for an email change or a password reset don't count as a sign-in. */
const OPENING_LINKS: readonly string[] = ['signup', 'invite', 'magiclink'];

/** A sign-up is counted when its link is opened, since the form doesn't know whether the address is new. */
export function signInByEmail(link: string | null, user: User): CountedSignIn | null {
  if (link === null || !OPENING_LINKS.includes(link) || !isNew(user)) return null;
  return { name: 'sign_up', method: user.app_metadata.provider === 'google' ? 'google' : 'password' };
}

/** Null unless the user went to Google from this tab. */
export function signInByGoogle(journey: Journey | null, link: string | null, user: User): CountedSignIn | null {
  if (journey === null || link !== null) return null;
  return { name: isNew(user) ? 'sign_up' : 'login', method: 'google' };
}

/** The longest time that one request takes on the server. */
const SAME_MOMENT_MS = 5000;

function isNew({ email_confirmed_at: confirmed, last_sign_in_at: signedIn }: User): boolean {
  if (confirmed === undefined || signedIn === undefined) return false;
  return Math.abs(Date.parse(signedIn) - Date.parse(confirmed)) < SAME_MOMENT_MS;
}
