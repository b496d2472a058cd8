import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthServer, type AuthServer, type Browser } from '../../../../test/server/auth-server.ts';
import { arriveWith, fragmentOf } from '../../../../test/clients/session-links.ts';
import { answerWithoutDatabase } from '../../../../test/server/no-database.ts';
import { oneTimeTokens, users } from '../schema.ts';
import { shippingAddresses, userProfiles } from '../../customers/schema.ts';

const PASSWORD = 'a murder of quiet crows';
const NEXT_PASSWORD = 'an unkindness of ravens';
let server: AuthServer;
let email: string;
let accounts = 0;

beforeAll(async () => {
  server = await startAuthServer({ AUTH_AUTOCONFIRM: '0', AUTH_RATE_LIMIT_FACTOR: '100' });
});
afterAll(() => server.close());
beforeEach(() => {
  email = `person${++accounts}@example.com`;
});

async function signUp(data: object = {}, password = PASSWORD): Promise<void> {
  await server
    .browser()
    .signUp({ email, password, options: { data, emailRedirectTo: `${server.ctx.config.siteUrl}/account` } });
}

async function user(): Promise<Browser> {
  await signUp();
  await server.open(await server.linkTo(email));
  const browser = server.browser();
  expect((await browser.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  await server.resetLimits();
  return browser;
}

describe('the link of a sign-up', () => {
  const ADDRESS = {
    fullName: 'Agatha',
    addressLine1: '1 Harbour Street',
    city: 'Portland',
    stateProvince: 'ME',
    postalCode: '04101',
    country: 'US',
  };

  it('confirms the address, signs in, and makes profile, address and welcome email', async () => {
    await signUp({ full_name: 'Agatha', shipping_address: ADDRESS });
    const url = await server.open(await server.linkTo(email));
    expect(url.pathname).toBe('/account');
    expect(Object.keys(fragmentOf(url))).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ]);
    expect(fragmentOf(url)).toMatchObject({ token_type: 'bearer', type: 'signup', expires_in: '3600' });
    const { data } = await (await arriveWith(server, url)).getUser();
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Agatha', email_verified: true });
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true });
    const userId = data.user?.id ?? '';
    expect(await server.ctx.db.select().from(userProfiles).where(eq(userProfiles.id, userId))).toMatchObject([
      { fullName: 'Agatha' },
    ]);
    expect(
      await server.ctx.db.select().from(shippingAddresses).where(eq(shippingAddresses.userId, userId)),
    ).toMatchObject([{ label: 'Home', isDefault: true }]);
    const kinds = (await server.emails()).filter(({ recipient }) => recipient === email).map(({ kind }) => kind);
    expect(kinds).toEqual(['confirm-signup', 'welcome']);
  });

  it('works once', async () => {
    await signUp();
    const link = await server.linkTo(email);
    await server.open(link);
    expect(fragmentOf(await server.open(link))).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
  });

  it('leads to its page without being used up while the database is away', async () => {
    await signUp();
    const link = await server.linkTo(email);
    const token = new URL(link).searchParams.get('token') ?? '';
    const query = new URLSearchParams({ token, type: 'signup', redirect_to: `${server.siteUrl}/account` });
    const answer = await answerWithoutDatabase(server.ctx, `/verify?${query.toString()}`);
    expect(answer.status).toBe(303);
    const url = new URL(answer.headers.get('location') ?? 'about:blank');
    expect(url.origin + url.pathname).toBe(`${server.ctx.config.siteUrl}/account`);
    expect(fragmentOf(url)).toMatchObject({ error: 'temporarily_unavailable', error_code: 'unexpected_failure' });
    expect(fragmentOf(await server.open(link))).toHaveProperty('access_token');
  });

  it('expires after a day', async () => {
    await signUp();
    server.clock.advance(24 * 3600 + 1);
    expect(fragmentOf(await server.open(await server.linkTo(email)))).toMatchObject({ error_code: 'otp_expired' });
    server.clock.advance(-24 * 3600 - 1);
  });

  it('can be asked for again, and the new one carries the same password', async () => {
    await signUp();
    const first = await server.linkTo(email);
    await server.resetLimits();
    expect((await server.browser().resend({ type: 'signup', email })).error).toBeNull();
    const second = await server.linkTo(email);
    expect(second).not.toBe(first);
    await server.open(second);
    expect((await server.browser().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect(fragmentOf(await server.open(first))).toMatchObject({ error_code: 'otp_expired' });
  });

  it('works as well once another one was sent', async () => {
    await signUp();
    const first = await server.linkTo(email);
    await server.resetLimits();
    await server.browser().resend({ type: 'signup', email });
    expect(fragmentOf(await server.open(first))).toHaveProperty('access_token');
    expect((await server.browser().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('has no six digits beside it that no one was told', async () => {
    await signUp();
    const [user] = await server.ctx.db.select().from(users).where(eq(users.email, email));
    const [row] = await server.ctx.db
      .select()
      .from(oneTimeTokens)
      .where(eq(oneTimeTokens.userId, user?.id ?? ''));
    expect(row?.payload.codeHash).toBeUndefined();
  });

  it('lies in the database only as a hash', async () => {
    await signUp();
    const token = new URL(await server.linkTo(email)).searchParams.get('token') ?? '';
    const rows = JSON.stringify(await server.ctx.db.select().from(oneTimeTokens));
    expect(rows).not.toContain(token);
    expect(server.log.join('')).not.toContain(token);
  });
});

describe('the link of a forgotten password', () => {
  it('is answered alike for known and unknown addresses', async () => {
    await user();
    for (const who of [email, 'nobody@example.com']) {
      expect(await server.call('POST', '/recover', { body: { email: who } })).toMatchObject({ status: 200, body: {} });
    }
    const again = await server.call('POST', '/recover', { body: { email: 'nobody@example.com' } });
    expect(again).toMatchObject({ status: 429, body: { error_code: 'over_email_send_rate_limit' } });
  });

  it('opens a session in which a new password can be set, which ends all others', async () => {
    const elsewhere = await user();
    await server.browser().resetPasswordForEmail(email, { redirectTo: `${server.ctx.config.siteUrl}/reset-password` });
    const url = await server.open(await server.linkTo(email));
    expect(url.pathname).toBe('/reset-password');
    expect(fragmentOf(url)).toMatchObject({ type: 'recovery' });
    const browser = await arriveWith(server, url);
    expect((await browser.updateUser({ password: NEXT_PASSWORD })).error).toBeNull();
    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await server.browser().signInWithPassword({ email, password: NEXT_PASSWORD })).error).toBeNull();
  });

  it('works as well once a stranger has asked with a challenge of their own', async () => {
    await user();
    await server.browser().resetPasswordForEmail(email);
    const link = await server.linkTo(email);
    server.clock.advance(61);
    await server.browser('pkce').resetPasswordForEmail(email);
    expect(await server.linkTo(email)).not.toBe(link);
    expect(fragmentOf(await server.open(link))).toMatchObject({ type: 'recovery' });
  });

  it('spares the current password in the PKCE flow too', async () => {
    await user();
    const browser = server.browser('pkce');
    await browser.resetPasswordForEmail(email);
    const code = (await server.open(await server.linkTo(email))).searchParams.get('code') ?? '';
    expect((await browser.exchangeCodeForSession(code)).error).toBeNull();
    await browser.refreshSession();
    expect((await browser.updateUser({ password: NEXT_PASSWORD })).error).toBeNull();
  });

  it('expires after an hour', async () => {
    await user();
    await server.browser().resetPasswordForEmail(email);
    server.clock.advance(3601);
    expect(fragmentOf(await server.open(await server.linkTo(email)))).toMatchObject({ error_code: 'otp_expired' });
    server.clock.advance(-3601);
  });

  it('is void once the password was changed otherwise', async () => {
    const browser = await user();
    await server.browser().resetPasswordForEmail(email);
    const link = await server.linkTo(email);
    await browser.updateUser({ password: NEXT_PASSWORD, current_password: PASSWORD });
    expect(fragmentOf(await server.open(link))).toMatchObject({ error_code: 'otp_expired' });
  });

  it('also confirms an unconfirmed address, but drops the password someone planted', async () => {
    await signUp({}, 'planted by a stranger');
    await server.resetLimits();
    await server.browser().resetPasswordForEmail(email);
    await arriveWith(server, await server.open(await server.linkTo(email)));
    expect((await server.browser().signInWithPassword({ email, password: 'planted by a stranger' })).error?.code).toBe(
      'invalid_credentials',
    );
  });

  it('leaves the owner a way in while strangers guess', async () => {
    await user();
    for (let i = 0; i < 1001; i += 91) await server.browser().signInWithPassword({ email, password: `guess ${i}` });
    await server.browser().resetPasswordForEmail(email);
    const browser = await arriveWith(server, await server.open(await server.linkTo(email)));
    expect((await browser.updateUser({ password: NEXT_PASSWORD })).error).toBeNull();
  });

  it.each(['POST', 'GET'])('works by one of two simultaneous %s requests', async (method) => {
    await user();
    await server.browser().resetPasswordForEmail(email);
    const link = await server.linkTo(email);
    const token = new URL(link).searchParams.get('token');
    const use = async () =>
      method === 'GET'
        ? 'access_token' in fragmentOf(await server.open(link))
        : (await server.call('POST', '/verify', { body: { type: 'recovery', token_hash: token } })).status === 200;
    expect((await Promise.all([use(), use(), use()])).filter(Boolean)).toHaveLength(1);
  });
});

describe('the PKCE flow', () => {
  it('gives the browser that asked a code it alone can redeem, once', async () => {
    await user();
    const browser = server.browser('pkce');
    await browser.resetPasswordForEmail(email, { redirectTo: `${server.ctx.config.siteUrl}/reset-password?from=mail` });
    const url = await server.open(await server.linkTo(email));
    expect(url.hash).toBe('');
    expect(url.searchParams.get('from')).toBe('mail');
    const code = url.searchParams.get('code') ?? '';
    const { data, error } = await browser.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(decodeJwt(data.session?.access_token ?? '')['amr']).toMatchObject([{ method: 'recovery' }]);
    const again = await server.call('POST', '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'x'.repeat(50) },
    });
    expect(again).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } });
  });

  it.each([
    ['a wrong verifier', 0, 400, 'bad_code_verifier'],
    ['more than five minutes', 301, 422, 'flow_state_expired'],
  ])('does not survive %s', async (_what, seconds, status, code) => {
    await user();
    await server.browser('pkce').resetPasswordForEmail(email);
    const authCode = (await server.open(await server.linkTo(email))).searchParams.get('code');
    const redeem = () =>
      server.call('POST', '/token?grant_type=pkce', { body: { auth_code: authCode, code_verifier: 'x'.repeat(50) } });
    server.clock.advance(seconds);
    expect(await redeem()).toMatchObject({ status, body: { error_code: code } });
    expect(await redeem()).toMatchObject({ status: 404 });
    server.clock.advance(-seconds);
  });

  it('says so in query and fragment when the link is used up', async () => {
    const url = await server.open(`${server.url}/verify?token=pkce_none&type=recovery`);
    expect(url.searchParams.get('error_code')).toBe('otp_expired');
    expect(fragmentOf(url)).toMatchObject({ error_code: 'otp_expired' });
  });
});

describe('a change of the email address', () => {
  it.each([[['current', 'new']], [['new', 'current']]])('takes effect after both links, %j', async (order) => {
    const browser = await user();
    const newEmail = `new-${email}`;
    const { data } = await browser.updateUser({ email: newEmail.toUpperCase() });
    expect(data.user).toMatchObject({ email, new_email: newEmail });
    const links = { current: await server.linkTo(email), new: await server.linkTo(newEmail) };
    const [first, second] = order as ['current', 'new'];
    expect(fragmentOf(await server.open(links[first]))).toMatchObject({
      message: expect.stringContaining('Confirmation link accepted') as string,
    });
    expect((await browser.getUser()).data.user?.email).toBe(email);
    const url = await server.open(links[second]);
    expect(fragmentOf(url)).toMatchObject({ type: 'email_change' });
    const changed = (await (await arriveWith(server, url)).getUser()).data.user;
    expect(changed).toMatchObject({ email: newEmail, user_metadata: { email: newEmail } });
    expect(changed?.identities).toMatchObject([{ provider: 'email', identity_data: { email: newEmail } }]);
    expect(
      await server.ctx.db
        .select()
        .from(userProfiles)
        .where(eq(userProfiles.id, changed?.id ?? '')),
    ).toMatchObject([{ email: newEmail }]);
    expect((await server.browser().signInWithPassword({ email: newEmail, password: PASSWORD })).error).toBeNull();
  });

  it('is refused in the end for an address that has an account', async () => {
    const browser = await user();
    await server.resetLimits();
    await browser.updateUser({ email: 'person1@example.com' });
    const links = [await server.linkTo(email), await server.linkTo('person1@example.com')];
    await server.open(links[0] ?? '');
    expect(fragmentOf(await server.open(links[1] ?? ''))).toMatchObject({ error_code: 'email_exists' });
    expect((await browser.getUser()).data.user?.email).toBe(email);
  });

  it('asks for the proof, and then answers alike, whether the new address has an account or not', async () => {
    const browser = await user();
    const addresses = ['person1@example.com', `unknown-${email}`];
    server.clock.advance(601);
    await browser.refreshSession();
    for (const address of addresses) {
      const unproved = await browser.updateUser({ email: address });
      expect(unproved.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    }
    for (const address of addresses) {
      const proved = await browser.updateUser({ email: address, current_password: PASSWORD });
      expect(proved.error).toBeNull();
      expect(proved.data.user).toMatchObject({ email, new_email: address });
      expect(await server.linkTo(address)).toContain('/confirm-email-change?token=');
    }
    server.clock.advance(-601);
  });

  it('does not take an address that another user has taken meanwhile', async () => {
    const browser = await user();
    const coveted = `coveted-${email}`;
    await browser.updateUser({ email: coveted });
    const links = [await server.linkTo(email), await server.linkTo(coveted)];
    await server.ctx.db.update(users).set({ email: coveted }).where(eq(users.email, 'person1@example.com'));
    await server.open(links[0] ?? '');
    expect(fragmentOf(await server.open(links[1] ?? ''))).toMatchObject({
      error: 'server_error',
      error_code: 'email_exists',
    });
    await server.ctx.db.update(users).set({ email: 'person1@example.com' }).where(eq(users.email, coveted));
  });

  it('can be asked for again by POST /verify and resend', async () => {
    const browser = await user();
    await browser.updateUser({ email: `again-${email}` });
    const first = new URL(await server.linkTo(email)).searchParams.get('token') ?? '';
    const halfWay = await server.browser().verifyOtp({ type: 'email_change', token_hash: first });
    expect(halfWay).toMatchObject({ data: { user: null, session: null }, error: null });
    await server.resetLimits();
    await server.browser().resend({ type: 'email_change', email });
    const tokens = await Promise.all(
      [email, `again-${email}`].map(async (to) => new URL(await server.linkTo(to)).searchParams.get('token') ?? ''),
    );
    await server.browser().verifyOtp({ type: 'email_change', token_hash: tokens[0] ?? '' });
    const done = await server.browser().verifyOtp({ type: 'email_change', token_hash: tokens[1] ?? '' });
    expect(done.data.user?.email).toBe(`again-${email}`);
  });
});
