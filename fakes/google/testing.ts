import * as openid from 'openid-client';
import { startGoogle, type Google, type GoogleOptions } from './google.ts';

export const REDIRECT_URI = 'http://localhost:3000/auth/v1/callback';
const CLIENT_ID = 'the-club';

export const RUTH = '104829137750962213401';
export const LEONORA = '109264417308851937623';
export const ODILE = '112098356617240385734';

const started: Google[] = [];

export async function openGoogle(options: Partial<GoogleOptions> = {}): Promise<Google> {
  const google = await startGoogle({
    port: 0,
    clientId: CLIENT_ID,
    clientSecret: 'hush',
    redirectUris: [REDIRECT_URI],
    ...options,
  });
  started.push(google);
  return google;
}

export async function closeGoogles(): Promise<void> {
  await Promise.all(started.splice(0).map((google) => google.close()));
}

export function clientOf({ url }: Google, secret = 'hush', auth?: openid.ClientAuth): Promise<openid.Configuration> {
  return openid.discovery(new URL(url), CLIENT_ID, secret, auth, { execute: [openid.allowInsecureRequests] });
}

export interface Attempt {
  config: openid.Configuration;
  url: URL;
  verifier: string;
  checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string; idTokenExpected: true };
}

export async function beginSignIn(
  config: openid.Configuration,
  parameters: Record<string, string> = {},
): Promise<Attempt> {
  const verifier = openid.randomPKCECodeVerifier();
  const checks = {
    pkceCodeVerifier: verifier,
    expectedState: openid.randomState(),
    expectedNonce: openid.randomNonce(),
    idTokenExpected: true as const,
  };
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid email profile',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    prompt: 'select_account consent',
    ...parameters,
  });
  return { config, url, verifier, checks };
}

export async function answer({ url }: Attempt, form: Record<string, string>): Promise<URL> {
  const reply = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return new URL(reply.headers.get('location') ?? '');
}

export function exchange({ config, checks }: Attempt, callback: URL) {
  return openid.authorizationCodeGrant(config, callback, checks);
}

export async function signIn(google: Google, form: Record<string, string>, parameters?: Record<string, string>) {
  const attempt = await beginSignIn(await clientOf(google), parameters);
  const tokens = await exchange(attempt, await answer(attempt, form));
  return tokens.claims();
}
