import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startAuthServer, type AuthServer, type Browser } from '../../../../test/server/auth-server.ts';
import { recoveryCodes } from '../schema.ts';

const PASSWORD = 'a murder of quiet crows';
let server: AuthServer;
let email: string;
let factorId: string;
let codes: readonly string[];
let users = 0;

beforeAll(async () => {
  server = await startAuthServer({ AUTH_RATE_LIMIT_FACTOR: '100' });
});
afterAll(() => server.close());
beforeEach(async () => {
  email = `person${++users}@example.com`;
  const browser = server.browser();
  await browser.signUp({ email, password: PASSWORD });
  const { data } = await browser.mfa.enroll({ factorType: 'totp' });
  if (data?.type !== 'totp') throw new Error('no TOTP factor came back');
  ({ id: factorId } = data);
  codes = (data as unknown as { recovery_codes: string[] }).recovery_codes;
  const code = new TOTP({ secret: data.totp.secret }).generate({ timestamp: server.clock.now().getTime() });
  const { error } = await browser.mfa.challengeAndVerify({ factorId, code });
  if (error !== null) throw error;
});

async function tryCode(code: string): Promise<{ browser: Browser; refusal: string | null }> {
  const browser = server.browser();
  await browser.signInWithPassword({ email, password: PASSWORD });
  const { error } = await browser.mfa.challengeAndVerify({ factorId, code });
  return { browser, refusal: error?.code ?? null };
}

it('with every authenticator come ten recovery codes of 120 bits, of which hashes are stored', async () => {
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{6}-){3}[A-Z2-7]{6}$/);
  const rows = await server.ctx.db.select().from(recoveryCodes);
  expect(rows.filter((row) => row.factorId === factorId)).toHaveLength(10);
  const stored = rows.map(({ codeHash }) => codeHash.toString('latin1')).join();
  for (const code of codes) expect(stored).not.toContain(code.slice(0, 6));
});

it('a recovery code stands in for the authenticator once, by the published client, however it is typed', async () => {
  const [code = ''] = codes;
  const { browser, refusal } = await tryCode(code.toLowerCase().replaceAll('-', ' '));
  expect(refusal).toBeNull();
  const claims = decodeJwt((await browser.getSession()).data.session?.access_token ?? '');
  expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'recovery_code' }, { method: 'password' }] });
  expect((await tryCode(code)).refusal).toBe('mfa_verification_failed');
});

it('each use of one is reported by email, with how many are left', async () => {
  await tryCode(codes[0] ?? '');
  await tryCode(codes[1] ?? '');
  const sent = (await server.emails()).filter(({ recipient }) => recipient === email).slice(-2);
  expect(sent).toMatchObject([
    { kind: 'recovery-code-used', data: { left: 9 } },
    { kind: 'recovery-code-used', data: { left: 8 } },
  ]);
});

it('no recovery code proves an authenticator that is being added', async () => {
  const { browser } = await tryCode(codes[0] ?? '');
  const { data } = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Another' });
  const [code = ''] = (data as unknown as { recovery_codes: string[] }).recovery_codes;
  const { error } = await browser.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
  expect(error).toMatchObject({ code: 'mfa_verification_failed' });
});

it('the codes of a removed authenticator open nothing', async () => {
  const { browser } = await tryCode(codes[0] ?? '');
  expect((await browser.mfa.unenroll({ factorId })).error).toBeNull();
  const rows = await server.ctx.db.select().from(recoveryCodes);
  expect(rows.filter((row) => row.factorId === factorId)).toEqual([]);
});
