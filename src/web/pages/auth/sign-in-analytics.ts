import type { VisitEvent } from '../../../contract/events.ts';
import type { User } from '../../app/session.ts';
import type { Journey } from './google.ts';

type SignInMethod = Extract<VisitEvent, { name: 'sign_up' | 'login' }>['method'];
type CountedSignIn = { readonly name: 'sign_up' | 'login'; readonly method: SignInMethod };

/** Email change and recovery links open no account. */
const OPENING_LINKS: readonly string[] = ['signup', 'invite', 'magiclink'];

/** A sign-up counts when its link is opened: the form answers known and unknown addresses alike. */
export function signInByEmail(link: string | null, user: User): CountedSignIn | null {
  if (link === null || !OPENING_LINKS.includes(link) || !isNew(user)) return null;
  return { name: 'sign_up', method: user.app_metadata.provider === 'google' ? 'google' : 'password' };
}

/** Null unless this tab set out for Google. */
export function signInByGoogle(journey: Journey | null, link: string | null, user: User): CountedSignIn | null {
  if (journey === null || link !== null) return null;
  return { name: isNew(user) ? 'sign_up' : 'login', method: 'google' };
}

/** The time one request of the server takes at most. */
const SAME_MOMENT_MS = 5000;

function isNew({ email_confirmed_at: confirmed, last_sign_in_at: signedIn }: User): boolean {
  if (confirmed === undefined || signedIn === undefined) return false;
  return Math.abs(Date.parse(signedIn) - Date.parse(confirmed)) < SAME_MOMENT_MS;
}
