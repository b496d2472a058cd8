import { GoTrueClient, isAuthRetryableFetchError, type Session, type User } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';
import { SESSION_STORAGE_KEY } from '../../contract/session-storage.ts';
import { APP_PATHS, PUBLIC_PATHS } from '../../contract/site-paths.ts';
import { networkFailure } from './api-failure.ts';
import { deleteFromTab, SIGNUP_DRAFT } from './session-storage-item.ts';
import { deleteTokensInAddress, emailLinkIn, makeAddressReadable } from './returning-link.ts';
import { awaitsSecondStep, claimsOf } from './second-step.ts';
import { SITE } from './site.ts';

export type { Session, User };

export const AUTH_SERVER = { url: `${location.origin}/auth/v1`, headers: { apikey: SITE.anonKey } } as const;

/** The kind of emailed link that opened the app. */
export const EMAIL_LINK = emailLinkIn(new URL(location.href));

makeAddressReadable();
const leftBehind = replacedSessionToken(location);

export const auth = new GoTrueClient({
  ...AUTH_SERVER,
  storageKey: SESSION_STORAGE_KEY,
  // rules/auth-wire 1: emailed links must work in another browser than the one that asked for them.
  flowType: 'implicit',
  autoRefreshToken: true,
  persistSession: true,
  // rules/auth-wire 2: the reset screen reads its two tokens itself.
  detectSessionInUrl: ({ pathname, hash }) => pathname !== APP_PATHS.resetPassword && hash.includes('access_token='),
});

deleteTokensInAddress();

const arrived = leftBehind === null ? null : endSessionLeftBehind(auth, leftBehind).catch(() => undefined);

let current: Session | null = null;
let leaving = false;
const listeners = new Set<() => void>();

auth.onAuthStateChange((_event, session) => {
  current = session;
  if (session !== null) deleteFromTab(SIGNUP_DRAFT);
  // The header of the public pages goes by this mark.
  document.documentElement.toggleAttribute('data-session', userOf(session) !== null);
  for (const listener of listeners) listener();
});

type UserId = string | null;

function userOf(session: Session | null): UserId {
  return session === null || awaitsSecondStep(session) ? null : session.user.id;
}

/** The session once it is known, renewed if it had expired. @throws ApiFailure when offline */
export async function settledSession(): Promise<Session | null> {
  await arrived;
  const { data, error } = await auth.getSession();
  if (isAuthRetryableFetchError(error)) throw networkFailure();
  return data.session;
}

export async function accessToken(): Promise<string | null> {
  return (await settledSession())?.access_token ?? null;
}

/** A new access token after the server refused the old one; null, and signed out, when the session is gone. */
export async function renewSession(): Promise<string | null> {
  const refused = await settledSession();
  if (refused === null) return null;
  const { data, error } = await auth.refreshSession();
  if (isAuthRetryableFetchError(error)) throw networkFailure();
  if (data.session !== null) return data.session.access_token;
  // Another tab may have begun a new session meanwhile.
  const current = await settledSession();
  if (current?.refresh_token !== refused.refresh_token)
    return current?.user.id === refused.user.id ? current.access_token : null;
  await auth.signOut({ scope: 'local' });
  return null;
}

/** Signs out this device only (rules/accounts 15), the server first. @throws ApiFailure when it cannot be reached; nothing has happened then */
export async function signOut(): Promise<void> {
  const token = await accessToken();
  const answer = token === null ? null : await auth.admin.signOut(token, 'local');
  if (isAuthRetryableFetchError(answer?.error)) throw networkFailure();
  leaving = true;
  await auth.signOut({ scope: 'local' });
  // A page restored on Back would still show the account.
  addEventListener('pageshow', () => location.reload(), { once: true });
  location.assign(PUBLIC_PATHS.home);
}

/** Runs `listener` when another user, or none, is signed in; not while sign-out is leaving the page. */
export function onUserChange(listener: (now: UserId, before: UserId) => void): void {
  let known: UserId | undefined;
  listeners.add(() => {
    const before = known;
    known = userOf(current);
    if (before !== undefined && before !== known && !leaving) listener(known, before);
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, () => current);
}

/** What the auth client answered. @throws AuthError */
export async function answerOf<A extends { readonly error: Error | null }>(
  call: Promise<A>,
): Promise<Exclude<A, { error: Error }>> {
  const answer = await call;
  if (answer.error !== null) throw answer.error;
  return answer as Exclude<A, { error: Error }>;
}

/** The token of the session that a link's new session replaces; read before the auth client overwrites it. */
function replacedSessionToken({ hash }: Location): string | null {
  if (!new URLSearchParams(hash.slice(1)).has('access_token')) return null;
  try {
    const { access_token }: { access_token?: unknown } = JSON.parse(localStorage.getItem(SESSION_STORAGE_KEY) ?? '{}');
    return typeof access_token === 'string' ? access_token : null;
  } catch {
    // Storage is blocked or unreadable: nothing was left behind.
    return null;
  }
}

/** Ends the replaced session of the same user, which would otherwise outlive a sign-out here. */
async function endSessionLeftBehind(auth: GoTrueClient, token: string): Promise<void> {
  const { session } = (await auth.getSession()).data;
  if (session === null) return;
  const [now, before] = [claimsOf(session.access_token), claimsOf(token)];
  if (now.sub === before.sub && now.session_id !== before.session_id) await auth.admin.signOut(token, 'local');
}
