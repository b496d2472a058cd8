import { GoTrueClient, isAuthRetryableFetchError, type Session, type User } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';
import { SESSION_STORAGE_KEY } from '../../contract/session-storage.ts';
import { APP_PATHS, PUBLIC_PATHS } from '../../contract/site-paths.ts';
import { networkFailure } from './api-failure.ts';
import {
  type ArrivingTokens,
  deleteSignUpsBegun,
  mustAskBeforeSession,
  takeAuthCode,
  tokensIn,
} from './arriving-session.ts';
import { deleteNotes, sendUnsentNotes } from './note-stores.ts';
import { deleteDrafts, deleteFromTab, SIGNUP_DRAFT } from './session-storage-item.ts';
import { deleteTokensInAddress, emailLinkIn, makeAddressReadable } from './auth-redirect.ts';
import { awaitsSecondStep, claimsOf } from './second-step.ts';
import { IN_BROWSER, SITE } from './site.ts';
import { storedSession } from './stored-session.ts';

export type { Session, User };

export const AUTH_SERVER = {
  url: `${IN_BROWSER ? location.origin : ''}/auth/v1`,
  headers: { apikey: SITE.anonKey },
} as const;

export const EMAIL_LINK = IN_BROWSER ? emailLinkIn(new URL(location.href)) : null;

if (IN_BROWSER) makeAddressReadable();
const signedInBefore = storedSession()?.access_token ?? null;
const authCode = IN_BROWSER ? takeAuthCode() : null;
const ofLink = !IN_BROWSER || location.pathname === APP_PATHS.resetPassword ? null : tokensIn(location);

export const auth = new GoTrueClient({
  ...AUTH_SERVER,
  storageKey: SESSION_STORAGE_KEY,
  // Emailed links must also work in a browser that didn't request them (rules/auth-wire 1).
  flowType: 'implicit',
  autoRefreshToken: IN_BROWSER,
  persistSession: IN_BROWSER,
  // Otherwise the client would end the present session if a link is invalid.
  detectSessionInUrl: false,
});

if (IN_BROWSER) deleteTokensInAddress();

export const BRINGS_SESSION = authCode !== null || ofLink !== null;

let current: Session | null = null;
let leaving = false;
const listeners = new Set<() => void>();
const endListeners = new Set<() => void>();

auth.onAuthStateChange((event, session) => {
  if (!IN_BROWSER) return;
  current = session;
  if (event === 'SIGNED_OUT' && !leaving) for (const listener of endListeners) listener();
  if (session !== null) deleteFromTab(SIGNUP_DRAFT);
  // The header of public pages uses this attribute.
  document.documentElement.toggleAttribute('data-session', userOf(session) !== null);
  for (const listener of listeners) listener();
});

let question: SessionQuestion | null = null;
let isArriving = true;
const arrived = arrive()
  .catch(() => undefined)
  .finally(() => {
    isArriving = false;
    for (const listener of listeners) listener();
  });

type UserId = string | null;

function userOf(session: Session | null): UserId {
  return session === null || awaitsSecondStep(session) ? null : session.user.id;
}

/**
 * The session once it is known, renewed if it had expired.
 * @throws ApiFailure when offline
 */
export async function settledSession(): Promise<Session | null> {
  await arrived;
  const { data, error } = await auth.getSession();
  if (isAuthRetryableFetchError(error)) throw networkFailure();
  return data.session;
}

export async function accessToken(): Promise<string | null> {
  return (await settledSession())?.access_token ?? null;
}

/**
 * A new access token after the server refused the old one. Null if the session has ended; the user is then signed out.
 */
export async function renewSession(): Promise<string | null> {
  const refused = await settledSession();
  if (refused === null) return null;
  const { data, error } = await auth.refreshSession();
  if (isAuthRetryableFetchError(error)) throw networkFailure();
  if (data.session !== null) return data.session.access_token;
  // Another tab may have opened a new session in the meantime.
  const current = await settledSession();
  if (current?.refresh_token !== refused.refresh_token)
    return current?.user.id === refused.user.id ? current.access_token : null;
  await auth.signOut({ scope: 'local' });
  return null;
}

/**
 * Signs out only this device (rules/accounts 15), first on the server.
 * @throws ApiFailure if the server can't be reached; then nothing changes
 */
export async function signOut(then: string = PUBLIC_PATHS.home): Promise<void> {
  if (current !== null) await sendUnsentNotes(current.user.id);
  const token = await accessToken();
  const answer = token === null ? null : await auth.admin.signOut(token, 'local');
  if (isAuthRetryableFetchError(answer?.error)) throw networkFailure();
  leaving = true;
  await deleteNotes();
  deleteDrafts();
  deleteSignUpsBegun();
  await auth.signOut({ scope: 'local' });
  // Otherwise a page restored by Back would still show the account.
  addEventListener('pageshow', () => location.reload(), { once: true });
  location.assign(then);
}

/** Runs `listener` when another user or none is signed in, but not while a sign-out leaves the page. */
export function onUserChange(listener: (now: UserId, before: UserId) => void): void {
  let known: UserId | undefined = isArriving ? undefined : userOf(current);
  listeners.add(() => {
    // The pages already waited for the session from the link, so it isn't a change.
    if (isArriving) return;
    const before = known;
    known = userOf(current);
    if (before !== undefined && before !== known && !leaving) listener(known, before);
  });
}

/** Runs `listener` when a session ends, unless this tab signed out. */
export function onSessionEnd(listener: () => void): void {
  endListeners.add(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const none = () => null;

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, () => current, none);
}

/**
 * The result of a call of the auth client.
 * @throws AuthError
 */
export async function answerOf<A extends { readonly error: Error | null }>(
  call: Promise<A>,
): Promise<Exclude<A, { error: Error }>> {
  const answer = await call;
  if (answer.error !== null) throw answer.error;
  return answer as Exclude<A, { error: Error }>;
}

/** Stores the session from a link or from Google, after asking the user if necessary. */
async function arrive(): Promise<void> {
  if (authCode !== null) await offer(await exchange(authCode), true);
  else if (ofLink !== null) await offer(ofLink, false);
  if ((authCode !== null || ofLink !== null) && signedInBefore !== null) await endSessionLeftBehind(signedInBefore);
}

async function offer(tokens: ArrivingTokens, isOwnFlow: boolean): Promise<void> {
  // The server is asked, since a token's own claims may be forged or expired.
  const arriving = await ownerOf(tokens);
  if (arriving === null) return refuseLink();
  const mustAsk = mustAskBeforeSession(tokens.access_token, signedInBefore, isOwnFlow);
  if (!mustAsk || (await ask(arriving.email))) await takeSession(tokens, arriving.id);
  // Otherwise the link's session would stay open, unused.
  else await auth.admin.signOut(tokens.access_token, 'local');
}

/**
 * Null for a token that the server refuses.
 * @throws Error if the server can't be reached
 */
async function ownerOf({ access_token }: ArrivingTokens): Promise<{ id: string; email: string } | null> {
  const headers = { ...AUTH_SERVER.headers, Authorization: `Bearer ${access_token}` };
  const response = await fetch(`${AUTH_SERVER.url}/user`, { headers });
  if (response.status >= 500) throw new Error('The server could not say whose session arrives.');
  return response.ok ? ((await response.json()) as { id: string; email: string }) : null;
}

/** A link's two tokens may belong to two users. */
async function takeSession(tokens: ArrivingTokens, userId: string): Promise<void> {
  const { data } = await answerOf(auth.setSession(tokens));
  if (data.user?.id !== userId) await auth.signOut({ scope: 'local' });
}

function refuseLink(): void {
  const address = new URL(location.href);
  address.searchParams.set('failure', 'otp_expired');
  location.replace(address);
}

async function exchange(code: object): Promise<ArrivingTokens> {
  const response = await fetch(`${AUTH_SERVER.url}/token?grant_type=pkce`, {
    method: 'POST',
    headers: { ...AUTH_SERVER.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(code),
  });
  if (!response.ok) throw new Error('The code of the way back from Google was refused.');
  return (await response.json()) as ArrivingTokens;
}

export interface SessionQuestion {
  readonly email: string;
  readonly signedInAs: string | null;
  readonly answer: (goesOn: boolean) => void;
}

async function ask(email: string): Promise<boolean> {
  const signedInAs = signedInBefore === null ? null : String(claimsOf(signedInBefore).email);
  return await new Promise((resolve) => {
    const answer = (goesOn: boolean) => {
      question = null;
      for (const listener of listeners) listener();
      resolve(goesOn);
    };
    question = { email, signedInAs, answer };
    for (const listener of listeners) listener();
  });
}

export function useSessionQuestion(): SessionQuestion | null {
  return useSyncExternalStore(subscribe, () => question, none);
}

/** Ends the session that was replaced here, since it would otherwise continue after a sign-out. */
async function endSessionLeftBehind(token: string): Promise<void> {
  const { session } = (await auth.getSession()).data;
  if (session === null) return;
  const isReplaced = claimsOf(session.access_token).session_id !== claimsOf(token).session_id;
  if (isReplaced) await auth.admin.signOut(token, 'local');
}
