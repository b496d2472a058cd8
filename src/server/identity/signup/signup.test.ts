import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuthServer, type AuthServer } from '../../../../test/server/auth-server.ts';
import { users } from '../schema.ts';
import { shippingAddresses, userProfiles } from '../../customers/schema.ts';

const ADDRESS = {
  fullName: 'Agatha Mill',
  addressLine1: '1 Harbour Street',
  addressLine2: '',
  city: 'Portland',
  stateProvince: 'ME',
  postalCode: '04101',
  country: 'US',
};
const PASSWORD = 'a murder of quiet crows';
const DATA = { full_name: 'Agatha Mill', shipping_address: ADDRESS };

describe('sign-up that signs in at once', () => {
  let server: AuthServer;
  beforeAll(async () => {
    server = await startAuthServer({ AUTH_RATE_LIMIT_FACTOR: '100' });
  });
  afterAll(() => server.close());

  it('answers with a session that auth-js keeps, and with the user', async () => {
    const browser = server.browser();
    const { data, error } = await browser.signUp({
      email: 'Agatha@Example.com',
      password: PASSWORD,
      options: { data: DATA },
    });
    expect(error).toBeNull();
    expect(data.session?.token_type).toBe('bearer');
    expect(data.user).toMatchObject({
      email: 'agatha@example.com',
      aud: 'authenticated',
      role: 'authenticated',
      phone: '',
    });
    expect(data.user?.identities).toHaveLength(1);
    expect((await browser.getUser()).data.user?.id).toBe(data.user?.id);
    const claims = await browser.getClaims();
    expect(claims.data?.claims).toMatchObject({ iss: server.url, aal: 'aal1', email: 'agatha@example.com' });
  });

  it('makes the profile, the default address Home and one welcome email, all with the user', async () => {
    const { data } = await server
      .browser()
      .signUp({ email: 'home@example.com', password: PASSWORD, options: { data: DATA } });
    const userId = data.user?.id ?? '';
    const [profile] = await server.ctx.db.select().from(userProfiles).where(eq(userProfiles.id, userId));
    expect(profile).toMatchObject({
      email: 'home@example.com',
      fullName: 'Agatha Mill',
      preferences: { emailNotifications: true },
    });
    const addresses = await server.ctx.db.select().from(shippingAddresses).where(eq(shippingAddresses.userId, userId));
    expect(addresses).toMatchObject([{ label: 'Home', isDefault: true, addressLine2: null, postalCode: '04101' }]);
    const emails = (await server.emails()).filter(({ recipient }) => recipient === 'home@example.com');
    expect(emails).toMatchObject([{ kind: 'welcome', data: { name: 'Agatha Mill' } }]);
  });

  it('never puts the address into user_metadata or a token', async () => {
    const { data } = await server
      .browser()
      .signUp({ email: 'quiet@example.com', password: PASSWORD, options: { data: DATA } });
    const [row] = await server.ctx.db.select().from(users).where(eq(users.email, 'quiet@example.com'));
    const seen = JSON.stringify([data, decodeJwt(data.session?.access_token ?? ''), row]);
    expect(seen).not.toContain('Harbour');
    expect(row?.userMetadata).toEqual({
      sub: data.user?.id,
      email: 'quiet@example.com',
      email_verified: true,
      phone_verified: false,
      full_name: 'Agatha Mill',
    });
  });

  it('refuses an address that no postman could find, and opens no account', async () => {
    const data = { ...DATA, shipping_address: { ...ADDRESS, postalCode: 'x' } };
    const { error } = await server
      .browser()
      .signUp({ email: 'lost@example.com', password: PASSWORD, options: { data } });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(error?.message).toContain('postalCode');
    expect(await server.ctx.db.select().from(users).where(eq(users.email, 'lost@example.com'))).toEqual([]);
  });

  it('cuts a name that is too long where no character is torn apart', async () => {
    const options = { data: { full_name: `${'A'.repeat(99)}😀` } };
    const { data, error } = await server.browser().signUp({ email: 'torn@example.com', password: PASSWORD, options });
    expect(error).toBeNull();
    const [profile] = await server.ctx.db
      .select()
      .from(userProfiles)
      .where(eq(userProfiles.id, data.user?.id ?? ''));
    expect(profile?.fullName).toBe('A'.repeat(99));
  });

  it.each(['o!brien@example.com', "miles.o'brien+post@xn--bcher-kva.example"])(
    'takes the address %s',
    async (email) => {
      expect((await server.browser().signUp({ email, password: PASSWORD })).error).toBeNull();
    },
  );

  it('says "User already registered" to a second sign-up, in whatever case the address is typed', async () => {
    await server.browser().signUp({ email: 'twice@example.com', password: PASSWORD });
    const { error } = await server.browser().signUp({ email: 'TWICE@example.com', password: 'another quiet password' });
    expect(error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' });
  });

  it('lets one of twenty simultaneous sign-ups with one address through', async () => {
    const attempts = Array.from({ length: 20 }, () =>
      server.browser().signUp({ email: 'race@example.com', password: PASSWORD }),
    );
    const codes = (await Promise.all(attempts)).map(({ error }) => error?.code ?? 'ok').sort();
    expect(codes).toEqual(['ok', ...Array.from({ length: 19 }, () => 'user_already_exists')]);
  });

  it.each([
    [{ password: PASSWORD }, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
    [{ email: 'a@example.com', password: '' }, 400, 'validation_failed', 'Signup requires a valid password'],
    [{ email: 'a@example.com', password: 'crows' }, 422, 'weak_password', 'Password should be at least 6 characters.'],
    [
      { email: 'nobody', password: PASSWORD },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [
      { email: 'nobody@localhost', password: PASSWORD },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [
      { email: 'a@example.com', password: 'halloran1', data: { full_name: 'Miriam Halloran' } },
      422,
      'weak_password',
      'This password is weak and easy to guess. Choose a different one.',
    ],
    [
      { email: 'nobody', password: 'crows' },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [
      { email: 'a@example.com', password: PASSWORD, code_challenge: 'x' },
      400,
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
  ])('answers %j with %i %s', async (body, status, code, message) => {
    const answer = await server.call('POST', '/signup', { body });
    expect(answer).toMatchObject({ status, body: { code: status, error_code: code, msg: message } });
  });

  it('names the reason of a weak password to auth-js', async () => {
    const { error } = await server.browser().signUp({ email: 'weak@example.com', password: 'crows' });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
  });
});

describe('sign-up that waits for the email', () => {
  let server: AuthServer;
  beforeAll(async () => {
    server = await startAuthServer({ AUTH_AUTOCONFIRM: '0' });
  });
  afterAll(() => server.close());

  it('answers with a bare user and no session, and posts a link that works once', async () => {
    const { data, error } = await server
      .browser()
      .signUp({ email: 'slow@example.com', password: PASSWORD, options: { data: DATA } });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user?.email).toBe('slow@example.com');
    const emails = (await server.emails()).filter(({ recipient }) => recipient === 'slow@example.com');
    expect(emails.map(({ kind }) => kind)).toEqual(['confirm-signup']);
  });

  it('says "Email not confirmed" only to the one who knows the password', async () => {
    await server.browser().signUp({ email: 'early@example.com', password: PASSWORD });
    const right = await server.browser().signInWithPassword({ email: 'early@example.com', password: PASSWORD });
    expect(right.error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' });
    const wrong = await server.browser().signInWithPassword({ email: 'early@example.com', password: 'something else' });
    expect(wrong.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
  });

  it('answers alike for a new, an unconfirmed and a confirmed address, apart from ids and times', async () => {
    const email = 'alike@example.com';
    const ask = () =>
      server.call('POST', '/signup', { body: { email, password: PASSWORD, data: { full_name: 'Mallory' } } });
    const fresh = await ask();
    await server.resetLimits();
    const unconfirmed = await ask();
    await server.ctx.db.update(users).set({ emailConfirmedAt: server.clock.now() }).where(eq(users.email, email));
    await server.resetLimits();
    const confirmed = await ask();
    expect(blurred(unconfirmed)).toBe(blurred(fresh));
    expect(blurred(confirmed)).toBe(blurred(fresh));
    const kinds = (await server.emails()).filter(({ recipient }) => recipient === email).map(({ kind }) => kind);
    expect(kinds).toEqual(['confirm-signup', 'confirm-signup', 'already-have-account']);
  });

  it('does not let a second sign-up change the password or the data of the first', async () => {
    const email = 'hijack@example.com';
    await server.browser().signUp({ email, password: PASSWORD, options: { data: { full_name: 'The Owner' } } });
    await server.resetLimits();
    await server
      .browser()
      .signUp({ email, password: 'planted by a stranger', options: { data: { full_name: 'A Stranger' } } });
    const planted = await server.browser().signInWithPassword({ email, password: 'planted by a stranger' });
    expect(planted.error?.code).toBe('invalid_credentials');
    const [row] = await server.ctx.db.select().from(users).where(eq(users.email, email));
    expect(row?.userMetadata).toMatchObject({ full_name: 'The Owner' });
  });
});

function blurred(answer: { status: number; body: unknown }): string {
  return JSON.stringify([answer.status, answer.body])
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
}
