import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answer,
  beginSignIn,
  clientOf,
  closeGoogles,
  exchange,
  LEONORA,
  ODILE,
  openGoogle,
  REDIRECT_URI,
  RUTH,
  signIn,
  type Attempt,
} from './testing.ts';
import type { Google } from './google.ts';

let google: Google;

beforeAll(async () => {
  google = await openGoogle();
});
afterAll(closeGoogles);

describe('signing in with the Google stand-in', () => {
  it('gives the official client an ID token with at_hash and nonce, and the same claims as userinfo', async () => {
    const attempt = await beginSignIn(await clientOf(google));
    const tokens = await exchange(attempt, await answer(attempt, { account: RUTH }));
    const claims = tokens.claims();
    expect(claims).toMatchObject({
      iss: google.url,
      aud: 'the-club',
      nonce: attempt.checks.expectedNonce,
      at_hash: expect.any(String) as string,
      email: 'ruth@wickharbor.example',
      email_verified: true,
      name: 'Ruth Calloway',
      given_name: 'Ruth',
      family_name: 'Calloway',
      picture: `${google.url}/portraits/${RUTH}.svg`,
      hd: 'wickharbor.example',
    });
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(3600);
    const userinfo = await openid.fetchUserInfo(attempt.config, tokens.access_token, RUTH);
    expect(claims).toMatchObject(userinfo);
    expect((await fetch(String(userinfo.picture))).headers.get('content-type')).toBe('image/svg+xml');
  });

  it('takes the secret from the header as well as from the form', async () => {
    const punctuated = await openGoogle({ clientSecret: 'hush: 100% & more' });
    for (const auth of [openid.ClientSecretBasic, openid.ClientSecretPost]) {
      const attempt = await beginSignIn(await clientOf(punctuated, '', auth('hush: 100% & more')));
      await expect(exchange(attempt, await answer(attempt, { account: RUTH }))).resolves.toHaveProperty('id_token');
    }
  });

  it('always asks, even someone who has just answered', async () => {
    const attempt = await beginSignIn(await clientOf(google));
    await answer(attempt, { account: RUTH });
    const page = await fetch(attempt.url, { redirect: 'manual' });
    expect(page.status).toBe(200);
    const text = await page.text();
    for (const words of ['nobody real signs in here', 'Ruth Calloway', 'odile@wickharbor.example', 'Cancel']) {
      expect(text).toContain(words);
    }
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:*;");
  });

  it('sends a person who cancels back with access_denied and the state', async () => {
    const attempt = await beginSignIn(await clientOf(google));
    const back = await answer(attempt, { answer: 'cancel' });
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      state: attempt.checks.expectedState,
    });
    await expect(exchange(attempt, back)).rejects.toMatchObject({ error: 'access_denied' });
  });

  it('sends a program that may not ask back with login_required', async () => {
    const attempt = await beginSignIn(await clientOf(google), { prompt: 'none' });
    const reply = await fetch(attempt.url, { redirect: 'manual' });
    expect(reply.headers.get('location')).toContain('error=login_required');
  });

  it('says so when an email address is not verified', async () => {
    const claims = await signIn(google, { account: ODILE });
    expect(claims).toMatchObject({ email: 'odile@wickharbor.example', email_verified: false });
    expect(claims).not.toHaveProperty('hd');
  });

  it('leaves out what an account does not have and what was not asked for', async () => {
    expect(await signIn(google, { account: LEONORA })).not.toHaveProperty('picture');
    const claims = await signIn(google, { account: LEONORA }, { scope: 'openid email' });
    expect(claims).toHaveProperty('email');
    expect(claims).not.toHaveProperty('name');
  });

  it('makes another account of any address, the same one each time', async () => {
    const first = await signIn(google, { email: 'Ada@Example.com', name: 'Ada King Lovelace', verified: 'on' });
    expect(first).toMatchObject({
      email: 'Ada@Example.com',
      email_verified: true,
      given_name: 'Ada King',
      family_name: 'Lovelace',
    });
    const second = await signIn(google, { email: 'ada@example.com', name: 'Ada' });
    expect(second).toMatchObject({ sub: first?.sub, email_verified: false, name: 'Ada', given_name: 'Ada' });
    expect(await signIn(google, { email: 'ruth@wickharbor.example', name: 'R. C.' })).toMatchObject({ sub: RUTH });
  });

  it('asks again when another account has no proper address', async () => {
    const { url } = await beginSignIn(await clientOf(google));
    const reply = await fetch(url, { method: 'POST', body: new URLSearchParams({ email: 'nobody', name: 'Nobody' }) });
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain('That needs a whole email address, and a name.');
  });
});

describe('the Google stand-in refuses', () => {
  it.each([
    [{ client_id: 'somebody-else' }, 401, 'invalid_client'],
    [{ redirect_uri: `${REDIRECT_URI}/` }, 400, 'redirect_uri_mismatch'],
    [{ redirect_uri: '' }, 400, 'Missing required parameter: redirect_uri'],
    [{ response_type: 'token' }, 400, 'unsupported_response_type'],
    [{ scope: 'openid drive' }, 400, 'invalid_scope'],
    [{ prompt: 'select_account,consent' }, 400, 'Invalid parameter value for prompt'],
    [{ code_challenge_method: 'plain' }, 400, 'Invalid parameter value for code_challenge_method'],
    [{ code_challenge: 'short' }, 400, 'Invalid parameter value for code_challenge'],
  ])('an authorization request with %o, on a page of its own', async (parameters, status, words) => {
    const { url } = await beginSignIn(await clientOf(google), parameters);
    const reply = await fetch(url, { redirect: 'manual' });
    expect(reply.status).toBe(status);
    expect(await reply.text()).toContain(words);
  });

  it('a parameter that is given twice', async () => {
    const { url } = await beginSignIn(await clientOf(google));
    url.searchParams.append('redirect_uri', 'https://elsewhere.example/');
    expect(await (await fetch(url)).text()).toContain('OAuth 2 parameters can only have a single value: redirect_uri');
  });

  it('a wrong verifier, and the code with it', async () => {
    const attempt = await beginSignIn(await clientOf(google));
    const back = await answer(attempt, { account: RUTH });
    const guess = { ...attempt, checks: { ...attempt.checks, pkceCodeVerifier: openid.randomPKCECodeVerifier() } };
    await expect(exchange(guess, back)).rejects.toMatchObject(invalidGrant('Invalid code verifier.'));
    await expect(exchange(attempt, back)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('an exchange without the verifier that was announced', async () => {
    const attempt = await beginSignIn(await clientOf(google));
    const reply = await exchangeByHand(attempt, await answer(attempt, { account: RUTH }), {});
    expect(await reply.json()).toEqual(invalidGrant('Missing code verifier.'));
  });

  it('a code that was used before', async () => {
    const attempt = await beginSignIn(await clientOf(google));
    const back = await answer(attempt, { account: RUTH });
    await exchange(attempt, back);
    await expect(exchange(attempt, back)).rejects.toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it('a code after sixty seconds', async () => {
    let now = Date.now();
    const attempt = await beginSignIn(await clientOf(await openGoogle({ now: () => now })));
    const back = await answer(attempt, { account: RUTH });
    now += 60_000;
    await expect(exchange(attempt, back)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('a code brought with another redirect URI', async () => {
    const attempt = await beginSignIn(await clientOf(google));
    const reply = await exchangeByHand(attempt, await answer(attempt, { account: RUTH }), {
      code_verifier: attempt.verifier,
      redirect_uri: 'http://localhost:3000/elsewhere',
    });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: 'redirect_uri_mismatch' });
  });

  it('a wrong secret, leaving the code to the one who has the right one', async () => {
    const attempt = await beginSignIn(await clientOf(google));
    const back = await answer(attempt, { account: RUTH });
    const impostor = { ...attempt, config: await clientOf(google, 'guess') };
    await expect(exchange(impostor, back)).rejects.toMatchObject({ status: 401, error: 'invalid_client' });
    await expect(exchange(attempt, back)).resolves.toHaveProperty('id_token');
  });

  it('userinfo to a stranger', async () => {
    const reply = await fetch(`${google.url}/v1/userinfo`, { headers: { authorization: 'Bearer ya29.guess' } });
    expect(reply.status).toBe(401);
  });
});

it('signs with the same key after a restart on the same data, and no one else can read it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'google-'));
  try {
    const keys = async (): Promise<unknown> =>
      (await fetch(`${(await openGoogle({ dataDir })).url}/oauth2/v3/certs`)).json();
    expect(await keys()).toEqual(await keys());
    expect((await stat(join(dataDir, 'signing-key.json'))).mode & 0o777).toBe(0o600);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

function exchangeByHand({ config, url }: Attempt, back: URL, form: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: url.searchParams.get('client_id') ?? '',
    client_secret: 'hush',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT_URI,
    ...form,
  });
  return fetch(config.serverMetadata().token_endpoint ?? '', { method: 'POST', body });
}

function invalidGrant(description: string) {
  return { error: 'invalid_grant', error_description: description };
}
