import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AuthServer, type Browser, startAuthServer } from '../../../../test/server/auth-server.ts';
import {
  fragment,
  type GoogleVisits,
  openGoogleVisits,
  type GoogleUser,
  newGoogleUser,
} from '../../../../test/clients/google-visits.ts';
import { sessions } from '../schema.ts';

/** The id of the session that an access token belongs to. */
function sessionIn(tokens: { readonly access_token: string } | null): string {
  return String(decodeJwt(tokens?.access_token ?? '')['session_id']);
}

const PASSWORD = 'a murder of quiet crows';
const NEXT_PASSWORD = 'a parliament of loud owls';
/** One second longer than a sign-in counts as proof. */
const TOO_LONG_SECONDS = 601;
let server: AuthServer;
let visits: GoogleVisits;

beforeAll(async () => {
  visits = await openGoogleVisits({ AUTH_AUTOCONFIRM: '1' });
  ({ server } = visits);
});
afterEach(() => server.resetLimits());
afterAll(() => visits.close());

interface User {
  readonly browser: Browser;
  readonly email: string;
}

async function user(): Promise<User> {
  const browser = server.browser();
  const { email } = newGoogleUser();
  expect((await browser.signUp({ email, password: PASSWORD })).error).toBeNull();
  return { browser, email };
}

async function arrive(browser: Browser, url: URL): Promise<void> {
  const { access_token = '', refresh_token = '' } = fragment(url);
  expect((await browser.setSession({ access_token, refresh_token })).error).toBeNull();
}

/** A user whose only identity is Google. */
async function userByGoogle(account: GoogleUser = newGoogleUser()): Promise<User> {
  const browser = server.browser();
  await arrive(browser, await visits.signIn(account, browser));
  return { browser, email: account.email };
}

async function link(browser: Browser) {
  return await browser.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
}

async function linked(): Promise<User> {
  const account = await user();
  const { data } = await link(account.browser);
  await arrive(account.browser, await visits.answer(data?.url ?? '', { ...newGoogleUser() }, account.browser));
  return account;
}

async function guarded(): Promise<User> {
  const account = await user();
  const { data } = await account.browser.mfa.enroll({ factorType: 'totp', friendlyName: 'First' });
  if (data?.type !== 'totp') throw new Error('no factor');
  const code = new TOTP({ secret: data.totp.secret }).generate({ timestamp: server.clock.now().getTime() });
  expect((await account.browser.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull();
  return account;
}

async function unlinkGoogle(browser: Browser) {
  const { data } = await browser.getUserIdentities();
  const google = data?.identities.find(({ provider }) => provider === 'google');
  if (!google) throw new Error('no identity');
  return await browser.unlinkIdentity(google);
}

async function removeFactor(browser: Browser) {
  const [factor] = (await browser.mfa.listFactors()).data?.totp ?? [];
  return await browser.mfa.unenroll({ factorId: factor?.id ?? '' });
}

type GuardedCall = readonly [
  name: string,
  make: () => Promise<User>,
  call: (browser: Browser) => Promise<{ error: { code?: string | undefined; status?: number | undefined } | null }>,
];

const GUARDED_CALLS: readonly GuardedCall[] = [
  ['linking', user, link],
  ['unlinking', linked, unlinkGoogle],
  ['enrolling the first factor', user, (browser) => browser.mfa.enroll({ factorType: 'totp' })],
  ['enrolling another factor', guarded, (browser) => browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Next' })],
  ['removing a factor', guarded, removeFactor],
  ['a new password', user, (browser) => browser.updateUser({ password: NEXT_PASSWORD })],
  ['a first password', userByGoogle, (browser) => browser.updateUser({ password: NEXT_PASSWORD })],
  ['a new address', user, (browser) => browser.updateUser({ email: newGoogleUser().email })],
];

/** Lets ten minutes pass, and renews the session as the client does. */
async function grownOld(make: () => Promise<User>): Promise<User> {
  const user = await make();
  server.clock.advance(TOO_LONG_SECONDS);
  expect((await user.browser.refreshSession()).error).toBeNull();
  return user;
}

async function emailedCode(email: string): Promise<string> {
  const message = (await server.emails()).findLast(({ recipient }) => recipient === email);
  return String(message?.data['code']);
}

/** Reauthenticates like our pages, which store the new session. */
async function prove(browser: Browser, body: Record<string, string>) {
  const token = (await browser.getSession()).data.session?.access_token;
  const answer = await server.call('POST', '/reauthenticate', { body, headers: { Authorization: `Bearer ${token}` } });
  if (answer.status === 200) await browser.setSession(answer.body as { access_token: string; refresh_token: string });
  return answer;
}

describe.each(GUARDED_CALLS)('%s', (_name, make, call) => {
  it('passes with a sign-in of this session at most ten minutes old', async () => {
    const { browser } = await make();
    server.clock.advance(TOO_LONG_SECONDS - 10);
    expect((await call(browser)).error).toBeNull();
  });

  it('is refused to a session that has only been refreshed since', async () => {
    const { browser } = await grownOld(make);
    expect((await call(browser)).error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
  });

  it('passes once a mailed code has been handed in, for ten minutes', async () => {
    const { browser, email } = await grownOld(make);
    expect((await browser.reauthenticate()).error).toBeNull();
    expect(await prove(browser, { nonce: await emailedCode(email) })).toMatchObject({ status: 200 });
    expect((await call(browser)).error).toBeNull();
  });

  it('is refused after a wrong code', async () => {
    const { browser, email } = await grownOld(make);
    await browser.reauthenticate();
    const wrong = (await emailedCode(email)) === '000000' ? '000001' : '000000';
    const answer = await prove(browser, { nonce: wrong });
    expect(answer).toMatchObject({ status: 422, body: { error_code: 'reauthentication_not_valid' } });
    expect((await call(browser)).error).toMatchObject({ code: 'reauthentication_needed' });
  });
});

describe('the current password', () => {
  it('passes for a remembered proof of this session alone', async () => {
    const { browser, email } = await grownOld(user);
    const other = server.browser();
    await other.signInWithPassword({ email, password: PASSWORD });
    server.clock.advance(TOO_LONG_SECONDS);
    expect(await prove(browser, { current_password: 'not this one' })).toMatchObject({
      status: 400,
      body: { error_code: 'current_password_invalid' },
    });
    expect(await prove(browser, { current_password: PASSWORD })).toMatchObject({ status: 200 });
    expect((await link(browser)).error).toBeNull();
    expect((await link(other)).error).toMatchObject({ code: 'reauthentication_needed' });
    server.clock.advance(TOO_LONG_SECONDS);
    expect((await link(browser)).error).toMatchObject({ code: 'reauthentication_needed' });
  });

  it('or a mailed code comes along with PUT /user, as the published client sends them', async () => {
    const { browser, email } = await grownOld(user);
    const changed = await browser.updateUser({ password: NEXT_PASSWORD, current_password: PASSWORD });
    expect(changed.error).toBeNull();
    server.clock.advance(TOO_LONG_SECONDS);
    await browser.reauthenticate();
    const moved = await browser.updateUser({ email: newGoogleUser().email, nonce: await emailedCode(email) });
    expect(moved.error).toBeNull();
  });

  it('sent along with PUT /user is good for that call alone, since its answer has no session', async () => {
    const { browser } = await grownOld(user);
    const changed = await browser.updateUser({ password: NEXT_PASSWORD, current_password: PASSWORD });
    expect(changed.error).toBeNull();
    expect((await link(browser)).error).toMatchObject({ code: 'reauthentication_needed' });
    expect((await browser.refreshSession()).error).toBeNull();
  });

  it('is no proof that could be left empty', async () => {
    const { browser } = await grownOld(user);
    expect(await prove(browser, {})).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
    const empty = await browser.updateUser({ password: NEXT_PASSWORD, current_password: '', nonce: '' });
    expect(empty.error).toMatchObject({ code: 'reauthentication_needed' });
  });
});

describe('a new password in the place of another', () => {
  it('takes the one in use or an emailed code from whoever came by Google a moment ago', async () => {
    const { browser, email } = await linked();
    const refused = await browser.updateUser({ password: NEXT_PASSWORD });
    expect(refused.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    expect((await browser.updateUser({ password: NEXT_PASSWORD, current_password: PASSWORD })).error).toBeNull();
    await browser.reauthenticate();
    const byCode = await browser.updateUser({ password: PASSWORD, nonce: await emailedCode(email) });
    expect(byCode.error).toBeNull();
  });

  it.each(['current_password', 'nonce'])('is set by that session once it has proved itself by %s', async (kind) => {
    const { browser, email } = await linked();
    await browser.reauthenticate();
    await prove(browser, { [kind]: kind === 'nonce' ? await emailedCode(email) : PASSWORD });
    expect((await browser.updateUser({ password: NEXT_PASSWORD })).error).toBeNull();
  });

  it('is not set by a sign-in with the one before', async () => {
    const { browser } = await user();
    server.clock.advance(60);
    expect((await browser.updateUser({ password: NEXT_PASSWORD })).error).toBeNull();
    const again = await browser.updateUser({ password: PASSWORD });
    expect(again.error).toMatchObject({ code: 'reauthentication_needed' });
    const known = await browser.updateUser({ password: PASSWORD, current_password: NEXT_PASSWORD });
    expect(known.error).toBeNull();
  });

  it('asks the session that has just set a first one', async () => {
    const { browser } = await userByGoogle();
    expect((await browser.updateUser({ password: PASSWORD })).error).toBeNull();
    const next = await browser.updateUser({ password: NEXT_PASSWORD });
    expect(next.error).toMatchObject({ code: 'reauthentication_needed' });
  });
});

const tokensOf = async (browser: Browser) => (await browser.getSession()).data.session;
const statusOf = async (token = '') =>
  (await server.call('GET', '/user', { headers: { Authorization: `Bearer ${token}` } })).status;

describe('a session that has proved its user', () => {
  it('goes on as another one, and no token of the old one opens anything', async () => {
    const { browser } = await grownOld(guarded);
    const before = await tokensOf(browser);
    await prove(browser, { current_password: PASSWORD });
    const after = await tokensOf(browser);
    expect(sessionIn(after)).not.toBe(sessionIn(before));
    expect(await statusOf(before?.access_token)).toBe(403);
    const renewed = await server.call('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: before?.refresh_token ?? '' },
    });
    expect(renewed).toMatchObject({ status: 400, body: { error_code: 'session_not_found' } });
    expect((await browser.refreshSession()).error).toBeNull();
    expect((await browser.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'password' }, { method: 'totp' }],
    });
  });

  it('begins and ends when the old one would have', async () => {
    const { browser } = await grownOld(user);
    const timesOf = async () => {
      const [row] = await server.ctx.db
        .select()
        .from(sessions)
        .where(eq(sessions.id, sessionIn(await tokensOf(browser))));
      return [row?.createdAt, row?.notAfter];
    };
    const before = await timesOf();
    await prove(browser, { current_password: PASSWORD });
    expect(await timesOf()).toEqual(before);
    expect(before[1]).toBeInstanceOf(Date);
  });
});

it('the setting says for how long a sign-in counts', async () => {
  const strict = await startAuthServer({ AUTH_REAUTHENTICATION_SECONDS: '60' });
  const browser = strict.browser();
  await browser.signUp({ email: newGoogleUser().email, password: PASSWORD });
  strict.clock.advance(50);
  const inTime = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'First' });
  strict.clock.advance(11);
  const late = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' });
  await strict.close();
  expect([inTime.error?.code, late.error?.code]).toEqual([undefined, 'reauthentication_needed']);
});

it('what changes no way in asks for nothing', async () => {
  const { browser } = await grownOld(user);
  expect((await browser.updateUser({ data: { full_name: 'Agatha' } })).error).toBeNull();
});

it('an authenticator that was begun can be given up at any time', async () => {
  const { browser } = await user();
  const { data } = await browser.mfa.enroll({ factorType: 'totp' });
  server.clock.advance(TOO_LONG_SECONDS);
  expect((await browser.mfa.unenroll({ factorId: data?.id ?? '' })).error).toBeNull();
});

it('the session that begins with a linked account is as old as the one that linked it', async () => {
  const { browser } = await user();
  server.clock.advance(TOO_LONG_SECONDS - 60);
  const { data } = await link(browser);
  await arrive(browser, await visits.answer(data?.url ?? '', { ...newGoogleUser() }, browser));
  server.clock.advance(120);
  expect((await browser.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({ code: 'reauthentication_needed' });
});

/** The URL of Google's reauthentication page for this browser's user, or the error. */
async function askGoogle(browser: Browser, pkce = '') {
  const token = (await browser.getSession()).data.session?.access_token ?? '';
  const target = encodeURIComponent(`${server.ctx.config.siteUrl}/account/profile`);
  const path = `/auth/v1/reauthenticate/authorize?provider=google&redirect_to=${target}${pkce}`;
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await server.cookiesOf(browser).fetch(server.ctx.config.siteUrl + path, { headers });
  return { status: answer.status, body: (await answer.json()) as { url?: string; error_code?: string } };
}

describe('Google, where it is the only way in', () => {
  it('brings back a session in the place of the one that asked', async () => {
    const user = newGoogleUser();
    const { browser } = await grownOld(() => userByGoogle(user));
    const { body } = await askGoogle(browser);
    const back = await visits.answer(body.url ?? '', { ...user }, browser);
    expect(back.origin + back.pathname).toBe(`${server.ctx.config.siteUrl}/account/profile`);
    expect((await browser.refreshSession()).error?.name).toBe('AuthSessionMissingError');
    await arrive(browser, back);
    expect((await link(browser)).error).toBeNull();
  });

  it('brings back a code where the browser has begun PKCE, and ends the old session when that is redeemed', async () => {
    const user = newGoogleUser();
    const { browser } = await grownOld(() => userByGoogle(user));
    const verifier = 'v'.repeat(43);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const { body } = await askGoogle(browser, `&code_challenge=${challenge}&code_challenge_method=s256`);
    const back = await visits.answer(body.url ?? '', { ...user }, browser);
    expect(back.hash).toBe('');
    expect((await link(browser)).error).toMatchObject({ code: 'reauthentication_needed' });
    const answer = await server.call('POST', '/token?grant_type=pkce', {
      body: { auth_code: back.searchParams.get('code') ?? '', code_verifier: verifier },
    });
    expect((await link(browser)).error?.name).toBe('AuthSessionMissingError');
    const { access_token, refresh_token } = answer.body as { access_token: string; refresh_token: string };
    await browser.setSession({ access_token, refresh_token });
    expect((await link(browser)).error).toBeNull();
  });

  it('does not vouch by another Google account', async () => {
    const { browser } = await grownOld(userByGoogle);
    const { body } = await askGoogle(browser);
    const back = await visits.answer(body.url ?? '', { ...newGoogleUser() }, browser);
    expect(fragment(back)).toMatchObject({ error_code: 'reauthentication_not_valid' });
    expect((await link(browser)).error).toMatchObject({ code: 'reauthentication_needed' });
  });

  it('is not asked where there is a password', async () => {
    const { browser } = await linked();
    expect(await askGoogle(browser)).toMatchObject({
      status: 422,
      body: { error_code: 'reauthentication_not_valid' },
    });
  });
});
