import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthServer, type AuthServer, type Browser } from '../../../../test/server/auth-server.ts';
import { mfaFactors } from '../schema.ts';
import { authenticate } from '../session/bearer.ts';

const PASSWORD = 'a murder of quiet crows';
let server: AuthServer;
let browser: Browser;
let email: string;
let users = 0;

beforeAll(async () => {
  server = await startAuthServer({ AUTH_RATE_LIMIT_FACTOR: '100' });
});
afterAll(() => server.close());
beforeEach(async () => {
  email = `person${++users}@example.com`;
  browser = server.browser();
  await browser.signUp({ email, password: PASSWORD });
});

async function enrol(friendlyName = 'Telephone') {
  const { data, error } = await browser.mfa.enroll({ factorType: 'totp', friendlyName });
  expect(error).toBeNull();
  if (data?.type !== 'totp') throw new Error('no TOTP factor came back');
  return { id: data.id, ...data.totp };
}

/** Moves the clock on by 30 seconds, because each code works only once. */
function nextCode(secret: string): string {
  server.clock.advance(30);
  return new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() });
}

async function withTwoSteps() {
  const factor = await enrol();
  const { error } = await browser.mfa.challengeAndVerify({ factorId: factor.id, code: nextCode(factor.secret) });
  expect(error).toBeNull();
  return factor;
}

async function verify(by: Browser, factor: { id: string }, code: string) {
  return await by.mfa.challengeAndVerify({ factorId: factor.id, code });
}

async function bearerOf(by: Browser): Promise<string> {
  return `Bearer ${(await by.getSession()).data.session?.access_token}`;
}

async function refusedBelowAal2(by: Browser): Promise<void> {
  for (const access of ['user', 'session'] as const) {
    const refused = { status: 403, code: 'insufficient_aal' };
    await expect(authenticate(server.ctx, await bearerOf(by), access)).rejects.toMatchObject(refused);
  }
}

async function aalOf(by: Browser): Promise<unknown> {
  const { data } = await by.getSession();
  return decodeJwt(data.session?.access_token ?? '')['aal'];
}

describe('enrolment', () => {
  it('shows a QR code without a hash sign, the secret, and an address apps understand', async () => {
    const { qr_code: svg, secret, uri } = await enrol();
    expect(svg).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    expect(svg).not.toContain('#');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toMatch(/^otpauth:\/\/totp\/127\.0\.0\.1/);
    expect(uri).toContain(encodeURIComponent(email));
  });

  it('keeps the secret sealed', async () => {
    const { id, secret } = await enrol();
    const [row] = await server.ctx.db.select().from(mfaFactors).where(eq(mfaFactors.id, id));
    expect(server.ctx.keys.open(row?.secret ?? Buffer.alloc(0))).toHaveLength(20);
    expect(row?.secret.toString('latin1')).not.toContain(secret);
  });

  it('refuses a name twice, and an eleventh factor', async () => {
    await enrol();
    const twice = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' });
    expect(twice.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    for (let i = 1; i < 10; i++) await enrol(`Telephone ${i}`);
    const eleventh = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone 10' });
    expect(eleventh.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
  });

  it('forgets what was begun and not finished in five minutes', async () => {
    await enrol();
    server.clock.advance(301);
    await enrol();
    expect((await browser.mfa.listFactors()).data?.all).toHaveLength(1);
  });
});

describe('verification', () => {
  it('raises the session to aal2, tells auth-js, and says so by email', async () => {
    const events: string[] = [];
    browser.onAuthStateChange((event) => void events.push(event));
    await withTwoSteps();
    expect(await aalOf(browser)).toBe('aal2');
    const { data } = await browser.getSession();
    const methods = (decodeJwt(data.session?.access_token ?? '')['amr'] as { method: string }[]).map(
      ({ method }) => method,
    );
    expect(methods).toEqual(['totp', 'password']);
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
    expect((await browser.mfa.listFactors()).data?.totp).toMatchObject([
      { status: 'verified', friendly_name: 'Telephone' },
    ]);
    const emails = (await server.emails()).filter(({ recipient }) => recipient === email);
    expect(emails.at(-1)).toMatchObject({ kind: 'two-step-changed', data: { change: 'turned-on' } });
  });

  it('survives a refresh, but no refresh token from before rises with it', async () => {
    const { data: before } = await browser.getSession();
    await withTwoSteps();
    const old = { refresh_token: before.session?.refresh_token };
    expect(await server.call('POST', '/token?grant_type=refresh_token', { body: old })).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_already_used' },
    });
    expect((await browser.refreshSession()).error).toBeNull();
    expect(await aalOf(browser)).toBe('aal2');
  });

  it('ends the other sessions, which had only the password', async () => {
    const elsewhere = server.browser();
    await elsewhere.signInWithPassword({ email, password: PASSWORD });
    await withTwoSteps();
    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await browser.getUser()).error).toBeNull();
  });

  it('removes every other factor that was begun, however lately', async () => {
    const other = await enrol('Other telephone');
    const factor = await enrol();
    const later = new Date(server.clock.now().getTime() + 90_000);
    await server.ctx.db.update(mfaFactors).set({ lastChallengedAt: later }).where(eq(mfaFactors.id, other.id));
    expect((await verify(browser, factor, nextCode(factor.secret))).error).toBeNull();
    expect((await browser.mfa.listFactors()).data?.all).toMatchObject([{ id: factor.id }]);
  });

  it('takes no further factor at aal1, should one have been left', async () => {
    const factor = await withTwoSteps();
    const further = await enrol('Other telephone');
    const half = server.browser();
    await half.signInWithPassword({ email, password: PASSWORD });
    expect((await verify(half, further, nextCode(further.secret))).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    });
    expect(await aalOf(half)).toBe('aal1');
    expect((await verify(half, factor, nextCode(factor.secret))).error).toBeNull();
  });

  it('takes a code once, even with a new challenge', async () => {
    const factor = await enrol();
    const code = nextCode(factor.secret);
    expect((await verify(browser, factor, code)).error).toBeNull();
    expect((await verify(browser, factor, code)).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid TOTP code entered',
    });
  });

  it.each(['12345é', '１２３４５６', '12345', '1234567', '١٢٣٤٥٦'])('is six digits of ours, not %s', async (code) => {
    const factor = await enrol();
    expect((await verify(browser, factor, code)).error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  });

  it('allows a clock to be one step slow or fast, and no more', async () => {
    const factor = await enrol();
    const codeAfter = (seconds: number) =>
      new TOTP({ secret: factor.secret }).generate({ timestamp: server.clock.now().getTime() + seconds * 1000 });
    for (const tooFar of [-90, 90]) {
      expect((await verify(browser, factor, codeAfter(tooFar))).error?.code).toBe('mfa_verification_failed');
    }
    for (const near of [-30, 30]) expect((await verify(browser, factor, codeAfter(near))).error).toBeNull();
  });

  it('refuses an expired challenge, an invented one and an empty code', async () => {
    const factor = await enrol();
    const { data: challenge } = await browser.mfa.challenge({ factorId: factor.id });
    const challengeId = challenge?.id ?? '';
    const code = nextCode(factor.secret);
    const empty = await browser.mfa.verify({ factorId: factor.id, challengeId, code: '' });
    expect(empty.error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Code needs to be non-empty',
    });
    const invented = await browser.mfa.verify({ factorId: factor.id, challengeId: crypto.randomUUID(), code });
    expect(invented.error).toMatchObject({ status: 422, code: 'mfa_factor_not_found' });
    server.clock.advance(301);
    const late = await browser.mfa.verify({ factorId: factor.id, challengeId, code: nextCode(factor.secret) });
    expect(late.error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });
  });

  it('compares ten codes in a quarter of an hour', async () => {
    const strict = await startAuthServer();
    const owner = strict.browser();
    await owner.signUp({ email, password: PASSWORD });
    const { data } = await owner.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' });
    const codes: (string | undefined)[] = [];
    for (let i = 0; i < 12; i++) codes.push((await verify(owner, { id: data?.id ?? '' }, '000000')).error?.code);
    await strict.close();
    expect(codes.filter((code) => code === 'mfa_verification_failed').length).toBeLessThanOrEqual(10);
    expect(codes.at(-1)).toBe('over_request_rate_limit');
  });

  it('knows nothing of other users’ factors', async () => {
    const factor = await enrol();
    const stranger = server.browser();
    await stranger.signUp({ email: `stranger-of-${email}`, password: PASSWORD });
    expect((await stranger.mfa.challenge({ factorId: factor.id })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    });
    expect((await stranger.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    });
  });
});

it('reports every authenticator app that comes or goes, and none that was only begun', async () => {
  const first = await withTwoSteps();
  await browser.mfa.unenroll({ factorId: (await enrol('Begun')).id });
  const second = await enrol('Other telephone');
  expect((await verify(browser, second, nextCode(second.secret))).error).toBeNull();
  expect((await browser.mfa.unenroll({ factorId: first.id })).error).toBeNull();
  expect((await browser.mfa.unenroll({ factorId: second.id })).error).toBeNull();
  const emails = (await server.emails()).filter(
    ({ recipient, kind }) => recipient === email && kind === 'two-step-changed',
  );
  expect(emails.map(({ data }) => data['change'])).toEqual(['turned-on', 'app-added', 'app-removed', 'turned-off']);
});

describe('an account with two locks', () => {
  it('changes password and address, takes and drops factors only at aal2', async () => {
    const factor = await withTwoSteps();
    const half = server.browser();
    await half.signInWithPassword({ email, password: PASSWORD });
    expect(await aalOf(half)).toBe('aal1');
    expect((await half.updateUser({ password: 'an unkindness of ravens' })).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    });
    expect((await half.updateUser({ email: `new-${email}` })).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    });
    expect((await half.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine now' })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    });
    expect((await half.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    });
    const [own] = (await browser.getUserIdentities()).data?.identities ?? [];
    if (!own) throw new Error('no identity');
    expect((await half.unlinkIdentity(own)).error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    const google = { provider: 'google', options: { skipBrowserRedirect: true } } as const;
    expect((await half.linkIdentity(google)).error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    expect((await verify(half, factor, nextCode(factor.secret))).error).toBeNull();
    const change = { password: 'an unkindness of ravens', current_password: PASSWORD };
    expect((await half.updateUser(change)).error).toBeNull();
  });

  it('lets a token from before the second step open or move no way in, though its session has risen', async () => {
    const older = await bearerOf(browser);
    const factor = await withTwoSteps();
    const ask = async (method: string, path: string, body?: object) =>
      await server.call(method, path, { headers: { Authorization: older }, ...(body && { body }) });
    const identity = (await browser.getUserIdentities()).data?.identities[0]?.identity_id ?? '';
    const code = 'insufficient_aal';
    expect(await ask('DELETE', `/factors/${factor.id}`)).toMatchObject({ status: 403, body: { error_code: code } });
    const enrolment = { factor_type: 'totp', friendly_name: 'Mine now' };
    expect(await ask('POST', '/factors', enrolment)).toMatchObject({ status: 403, body: { error_code: code } });
    const password = { password: 'an unkindness of ravens', current_password: PASSWORD };
    expect(await ask('PUT', '/user', password)).toMatchObject({ status: 401, body: { error_code: code } });
    const address = { email: `new-${email}` };
    expect(await ask('PUT', '/user', address)).toMatchObject({ status: 401, body: { error_code: code } });
    const way = `/user/identities/${identity}`;
    expect(await ask('DELETE', way)).toMatchObject({ status: 403, body: { error_code: code } });
  });

  it('shows the data API nothing before the second step', async () => {
    const factor = await withTwoSteps();
    const half = server.browser();
    await half.signInWithPassword({ email, password: PASSWORD });
    await refusedBelowAal2(half);
    await half.refreshSession();
    await refusedBelowAal2(half);
    expect((await verify(half, factor, nextCode(factor.secret))).error).toBeNull();
    const bearer = await bearerOf(half);
    expect(await authenticate(server.ctx, bearer, 'user')).toMatchObject({ email, aal: 'aal2' });
    expect(await authenticate(server.ctx, bearer, 'session')).toMatchObject({ email, aal: 'aal2' });
  });

  it('ends the other sessions with the first factor, and the older token of this one can only read on', async () => {
    const other = server.browser();
    await other.signInWithPassword({ email, password: PASSWORD });
    const [older, others] = [await bearerOf(browser), await bearerOf(other)];
    await withTwoSteps();
    for (const access of ['user', 'session'] as const) {
      await expect(authenticate(server.ctx, others, access)).rejects.toMatchObject({ code: 'session_not_found' });
    }
    expect((await other.refreshSession()).error?.name).toBe('AuthSessionMissingError');
    await expect(authenticate(server.ctx, older, 'session')).rejects.toMatchObject({ code: 'insufficient_aal' });
    expect(await authenticate(server.ctx, older, 'user')).toMatchObject({ email, aal: 'aal1' });
  });

  it('owes nothing any more once the factor is gone', async () => {
    const factor = await withTwoSteps();
    const half = server.browser();
    await half.signInWithPassword({ email, password: PASSWORD });
    await browser.mfa.unenroll({ factorId: factor.id });
    await half.refreshSession();
    expect(await authenticate(server.ctx, await bearerOf(half), 'session')).toMatchObject({ email, aal: 'aal1' });
  });

  it('falls back to aal1 when the factor is dropped, and says so by email', async () => {
    const factor = await withTwoSteps();
    expect((await browser.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
    await browser.refreshSession();
    expect(await aalOf(browser)).toBe('aal1');
    const emails = (await server.emails()).filter(({ recipient }) => recipient === email);
    expect(emails.at(-1)).toMatchObject({ kind: 'two-step-changed', data: { change: 'turned-off' } });
  });
});
