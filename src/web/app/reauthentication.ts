import { AuthApiError, isAuthError } from '@supabase/auth-js';
import { APP_PATHS } from '../../contract/site-paths.ts';
import { ApiFailure, networkFailure } from './api-failure.ts';
import { type ArrivingTokens, beginPkce } from './arriving-session.ts';
import { accessToken, AUTH_SERVER, auth, answerOf } from './session.ts';

/** The user didn't reauthenticate, so the protected call wasn't made. */
export class NotReauthenticated extends Error {
  constructor() {
    super('Nothing happened, because you didn’t confirm that it’s you.');
    this.name = 'NotReauthenticated';
  }
}

export function needsReauthentication(error: unknown): boolean {
  return (error instanceof ApiFailure || isAuthError(error)) && error.code === 'reauthentication_needed';
}

/** @throws AuthApiError current_password_invalid */
export async function proveByPassword(password: string): Promise<void> {
  await prove({ current_password: password });
}

/** @throws AuthApiError reauthentication_not_valid */
export async function proveByCode(nonce: string): Promise<void> {
  await prove({ nonce });
}

async function prove(proof: object): Promise<void> {
  await answerOf(auth.setSession((await ask('POST', '/reauthenticate', proof)) as ArrivingTokens));
}

/**
 * Emails six digits to the account's address.
 * @throws AuthError
 */
export async function emailCode(): Promise<void> {
  await answerOf(auth.reauthenticate());
}

/**
 * The URL of Google's page, which returns to the profile.
 * @throws AuthApiError
 */
export async function googleProofPage(email: string | undefined): Promise<string> {
  const query = new URLSearchParams({
    provider: 'google',
    redirect_to: `${location.origin}${APP_PATHS.accountProfile}?news=proved`,
    prompt: 'select_account',
    ...(email !== undefined && { login_hint: email }),
    ...(await beginPkce()),
  });
  const { url } = (await ask('GET', `/reauthenticate/authorize?${query}`)) as { url: string };
  return url;
}

/** For calls of the identity server that its published client lacks. */
async function ask(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const headers = {
    ...AUTH_SERVER.headers,
    Authorization: `Bearer ${(await accessToken()) ?? ''}`,
    'Content-Type': 'application/json',
    'X-Supabase-Api-Version': '2024-01-01',
  };
  const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
  const response = await fetch(AUTH_SERVER.url + path, init).catch(() => {
    throw networkFailure();
  });
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const { code, message = 'No answer' } = answer as { code?: string; message?: string };
  throw new AuthApiError(message, response.status, code);
}
