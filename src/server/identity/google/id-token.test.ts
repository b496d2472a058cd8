import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fragment } from '../../../../test/clients/google-visits.ts';
import { type AuthServer, startAuthServer } from '../../../../test/server/auth-server.ts';
import { listenLocally } from '../../../../test/server/listen-locally.ts';

/** Wrong claims of the token. */
interface Wrong {
  readonly iss?: string;
  readonly aud?: string;
  readonly nonce?: string;
  readonly isForged?: boolean;
  readonly isExpired?: boolean;
  readonly describedIssuer?: string;
}

let wrong: Wrong = {};
let issuer = '';
let nonce = '';
let server: AuthServer;
const own = await generateKeyPair('RS256');
const other = await generateKeyPair('RS256');
const provider = createServer((request, response) => void answer(request, response));

async function answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const describedIssuer = wrong.describedIssuer ?? issuer;
  const body = url.startsWith('/.well-known')
    ? {
        issuer: describedIssuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      }
    : url.startsWith('/keys')
      ? { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }] }
      : { access_token: 'a', token_type: 'Bearer', expires_in: 3600, id_token: await idToken() };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}

async function idToken(): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = { email: 'agatha@gmail.com', email_verified: true, nonce: wrong.nonce ?? nonce };
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'own' })
    .setIssuer(wrong.iss ?? issuer)
    .setSubject('1926')
    .setAudience(wrong.aud ?? 'the-club')
    .setIssuedAt(now - 7200)
    .setExpirationTime(wrong.isExpired ? now - 3600 : now + 600)
    .sign(wrong.isForged ? other.privateKey : own.privateKey);
}

beforeAll(async () => {
  issuer = await listenLocally(provider);
  server = await startAuthServer({
    GOOGLE_CLIENT_ID: 'the-club',
    GOOGLE_CLIENT_SECRET: 'hush',
    GOOGLE_ISSUER: issuer,
    AUTH_RATE_LIMIT_FACTOR: '100',
  });
});
afterAll(async () => {
  await server.close();
  provider.close();
});

async function signIn(said: Wrong): Promise<URL> {
  wrong = said;
  const browser = server.browser();
  const { data } = await browser.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } });
  const page = await server.open(data.url ?? '', { browser });
  nonce = page.searchParams.get('nonce') ?? '';
  const query = new URLSearchParams({ code: 'x', state: page.searchParams.get('state') ?? '' });
  return await server.open(`${server.url}/callback?${query.toString()}`, { browser });
}

it('lets in the user of an ID token that is right in everything', async () => {
  expect(fragment(await signIn({}))).toHaveProperty('access_token');
});

it.each<[string, Wrong]>([
  ['another issuer', { iss: 'https://evil.example' }],
  ['another client', { aud: 'another-shop' }],
  ['another question', { nonce: 'of-another-question' }],
  ['another key', { isForged: true }],
  ['a time that is over', { isExpired: true }],
])('lets nobody in by an ID token of %s', async (_what, said) => {
  const url = await signIn(said);
  expect(fragment(url)).not.toHaveProperty('access_token');
  expect(fragment(url)).toHaveProperty('error');
});

it('asks no issuer that describes itself by another name', async () => {
  const apart = await startAuthServer({
    GOOGLE_CLIENT_ID: 'the-club',
    GOOGLE_CLIENT_SECRET: 'hush',
    GOOGLE_ISSUER: issuer,
  });
  wrong = { describedIssuer: 'https://evil.example' };
  const { data } = await apart
    .browser()
    .signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } });
  const url = await apart.open(data.url ?? '');
  expect(url.href).not.toContain('/authorize?');
  await apart.close();
});
