import * as z from 'zod/mini';
import { safeLocalStorage } from '../safe-storage.ts';
import { claimsOf } from './second-step.ts';
import { sessionStorageItem } from './session-storage-item.ts';

export interface ArrivingTokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

const BEGUN = 'begun-sign-ups';
const MOST_BEGUN = 5;
const begunSignUps = z.array(z.string());

/** Remembers that this browser requested the link that confirms the address. */
export function rememberSignUp(email: string): void {
  const others = signUpsBegun().filter((each) => each !== email.toLowerCase());
  safeLocalStorage.setItem(BEGUN, JSON.stringify([email.toLowerCase(), ...others].slice(0, MOST_BEGUN)));
}

/** Called at sign-out, so that the next user of this browser doesn't see who signed up here. */
export function deleteSignUpsBegun(): void {
  safeLocalStorage.removeItem(BEGUN);
}

function signUpsBegun(): readonly string[] {
  try {
    return begunSignUps.parse(JSON.parse(safeLocalStorage.getItem(BEGUN) ?? '[]'));
  } catch {
    return [];
  }
}

export function tokensIn({ hash }: Pick<Location, 'hash'>): ArrivingTokens | null {
  const fragment = new URLSearchParams(hash.slice(1));
  const [access, refresh] = [fragment.get('access_token'), fragment.get('refresh_token')];
  return access === null || refresh === null ? null : { access_token: access, refresh_token: refresh };
}

/** A link may contain a stranger's session (rules/accounts 18). `signedIn`: the access token stored here. */
export function mustAskBeforeSession(arriving: string, signedIn: string | null, isOwnFlow: boolean): boolean {
  try {
    const { sub, email } = claimsOf(arriving);
    if (signedIn !== null) return claimsOf(signedIn).sub !== sub;
    return !isOwnFlow && !signUpsBegun().includes(String(email).toLowerCase());
  } catch {
    return true;
  }
}

const verifierItem = sessionStorageItem('google-verifier', z.string());

/**
 * Starts PKCE and returns the parameters for Google. Empty if the browser can't hash (in insecure contexts) or can't
 * store anything.
 */
export async function beginPkce(): Promise<Record<string, string>> {
  if (!isSecureContext) return {};
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  if (!verifierItem.store(verifier)) return {};
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { code_challenge: base64url(new Uint8Array(digest)), code_challenge_method: 's256' };
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Removes PKCE's code from the URL. Null unless this tab began the flow. */
export function takeAuthCode(): { readonly auth_code: string; readonly code_verifier: string } | null {
  const address = new URL(location.href);
  const [code, verifier] = [address.searchParams.get('code'), verifierItem.read()];
  if (code === null || verifier === null) return null;
  verifierItem.drop();
  address.searchParams.delete('code');
  history.replaceState(history.state, '', address);
  return { auth_code: code, code_verifier: verifier };
}
