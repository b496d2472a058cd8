import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startAuthServer, type AuthServer, type Browser } from '../../../../test/server/auth-server.ts';
import { serviceToken } from '../session/access-tokens.ts';

const PASSWORD = 'a murder of quiet crows';
const CODES_OF_DAY = 20;
let server: AuthServer;
let email: string;
let browser: Browser;
let users = 0;

beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.resetLimits();
  email = `person${++users}@example.com`;
  browser = server.browser();
  const { error } = await browser.signUp({ email, password: PASSWORD });
  if (error) throw error;
});

/** Five attempts per quarter hour, because of its own limit. @returns the errors' codes */
async function guess(times: number, attempt: () => Promise<string | undefined>): Promise<(string | undefined)[]> {
  const refusals: (string | undefined)[] = [];
  for (let i = 0; i < times; i++) {
    if (i % 5 === 0) server.clock.advance(16 * 60);
    refusals.push(await attempt());
  }
  return refusals;
}

const notices = async () =>
  (await server.emails()).filter(({ recipient, kind }) => recipient === email && kind === 'wrong-codes');

const now = () => server.clock.now().getTime();

async function guarded() {
  const { data } = await browser.mfa.enroll({ factorType: 'totp' });
  if (data?.type !== 'totp') throw new Error('no factor');
  const totp = new TOTP({ secret: data.totp.secret });
  const code = () => totp.generate({ timestamp: now() });
  /** Wrong now, one step earlier and later. */
  const wrong = () => {
    const right = [-30_000, 0, 30_000].map((shift) => totp.generate({ timestamp: now() + shift }));
    return ['000000', '111111', '222222', '333333'].find((guess) => !right.includes(guess)) ?? '';
  };
  expect((await browser.mfa.challengeAndVerify({ factorId: data.id, code: code() })).error).toBeNull();
  return {
    factorId: data.id,
    code,
    wrong,
    recoveryCodes: (data as unknown as { recovery_codes: string[] }).recovery_codes,
  };
}

it('twenty wrong codes of an authenticator in a day are compared, whatever the session and challenge, and the owner is told once', async () => {
  const { factorId, code, wrong, recoveryCodes } = await guarded();
  const attempt = async (typed: string) => {
    const half = server.browser();
    await half.signInWithPassword({ email, password: PASSWORD });
    return (await half.mfa.challengeAndVerify({ factorId, code: typed })).error?.code;
  };
  const refusals = await guess(CODES_OF_DAY, () => attempt(wrong()));
  expect(new Set(refusals)).toEqual(new Set(['mfa_verification_failed']));
  expect(await notices()).toMatchObject([{ data: { source: 'authenticator' } }]);
  server.clock.advance(16 * 60);
  expect(await attempt(code())).toBe('over_request_rate_limit');
  expect(await notices()).toHaveLength(1);
  expect(await attempt(recoveryCodes[0] ?? '')).toBeUndefined();
  server.clock.advance(86_400);
  expect(await attempt(code())).toBeUndefined();
});

async function prove(nonce: string): Promise<string | undefined> {
  await browser.refreshSession();
  const token = (await browser.getSession()).data.session?.access_token;
  const headers = { Authorization: `Bearer ${token}` };
  const { body } = await server.call('POST', '/reauthenticate', { headers, body: { nonce } });
  return (body as { error_code?: string }).error_code;
}

it('twenty wrong emailed codes before a change are compared in a day', async () => {
  const refusals = await guess(CODES_OF_DAY, () => prove('000000'));
  expect(new Set(refusals)).toEqual(new Set(['reauthentication_not_valid']));
  expect(await notices()).toMatchObject([{ data: { source: 'reauthentication' } }]);
  expect(await prove('000000')).toBe('over_request_rate_limit');
});

it('twenty wrong codes in place of an emailed link are compared in a day', async () => {
  const verify = async (token: string) =>
    (await server.browser().verifyOtp({ email, token, type: 'magiclink' })).error?.code;
  expect(new Set(await guess(CODES_OF_DAY, () => verify('000000')))).toEqual(new Set(['otp_expired']));
  expect(await notices()).toMatchObject([{ data: { source: 'emailed' } }]);
  const headers = { Authorization: `Bearer ${await serviceToken(server.ctx, 'service_role')}` };
  const { body } = await server.call('POST', '/admin/generate_link', { headers, body: { type: 'magiclink', email } });
  server.clock.advance(16 * 60);
  expect(await verify((body as { email_otp: string }).email_otp)).toBe('over_request_rate_limit');
});

it('right codes use nothing up', async () => {
  const { factorId, code } = await guarded();
  const refusals = await guess(CODES_OF_DAY + 5, async () => {
    server.clock.advance(60);
    return (await browser.mfa.challengeAndVerify({ factorId, code: code() })).error?.code;
  });
  expect(new Set(refusals)).toEqual(new Set([undefined]));
});
