import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAuthServer, type AuthServer } from '../../../test/server/auth-server.ts';
import { auditLog } from './schema.ts';

let server: AuthServer;

beforeAll(async () => {
  server = await startAuthServer();
  await server.browser().signUp({ email: 'person@example.com', password: 'a murder of quiet crows' });
});
afterAll(() => server.close());

function securityEvents(): string[] {
  return server.log.map((line) => JSON.parse(line) as { security?: string }).flatMap((line) => line.security ?? []);
}

it('the log of accounts is only ever added to, but for addresses of networks', async () => {
  const { db } = server.ctx;
  const refused = { cause: { message: expect.stringContaining('audit_log is append-only') as string } };
  await expect(db.delete(auditLog)).rejects.toMatchObject(refused);
  await expect(db.update(auditLog).set({ action: 'nothing' })).rejects.toMatchObject(refused);
  await expect(db.update(auditLog).set({ ip: '192.0.2.1' })).rejects.toMatchObject(refused);
  await expect(db.execute(sql`truncate auth.audit_log`)).rejects.toMatchObject(refused);
  await db.update(auditLog).set({ ip: null });
  expect(await db.$count(auditLog, eq(auditLog.action, 'user_signedup'))).toBe(1);
});

it('a refused attempt leaves a line in the log, without what was tried', async () => {
  const attempts = [
    ['/token?grant_type=password', { email: 'person@example.com', password: 'a guess' }, 'invalid_credentials'],
    ['/token?grant_type=refresh_token', { refresh_token: 'A'.repeat(50) }, null],
    ['/verify', { type: 'recovery', token_hash: 'nothing' }, 'otp_expired'],
  ] as const;
  for (const [path, body] of attempts) await server.call('POST', path, { body });
  expect(securityEvents()).toEqual(attempts.flatMap(([, , code]) => code ?? []));
  expect(server.log.join()).not.toContain('a guess');
});

it('so do a thief’s within a session, a forged webhook, and whatever is one too many', async () => {
  const browser = server.browser();
  const { data } = await browser.signInWithPassword({
    email: 'person@example.com',
    password: 'a murder of quiet crows',
  });
  const { access_token = '', refresh_token = '' } = data.session ?? {};
  const headers = { Authorization: `Bearer ${access_token}` };
  const ask = (method: string, path: string, body?: object) => server.call(method, path, { headers, body });
  server.log.length = 0;
  await ask('PUT', '/user', { password: 'another murder of crows', current_password: 'a guess' });
  await ask('GET', '/reauthenticate');
  await ask('PUT', '/user', { password: 'another murder of crows', nonce: 'guess' });
  await ask('GET', '/admin/users');
  await ask('POST', '/logout');
  await server.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token } });
  const forged = { method: 'POST', headers: { 'Stripe-Signature': 't=1,v1=00' }, body: '{}' };
  expect((await fetch(`${server.siteUrl}/webhooks/stripe`, forged)).status).toBe(400);
  const guess = { email: 'nobody@example.com', password: 'a guess' };
  for (let count = 0; count < 11; count++) await server.call('POST', '/token?grant_type=password', { body: guess });
  expect([...new Set(securityEvents())]).toEqual([
    'current_password_invalid',
    'reauthentication_not_valid',
    'not_admin',
    'session_not_found',
    'invalid_signature',
    'invalid_credentials',
    'over_request_rate_limit',
  ]);
  expect(server.log.join()).not.toContain(refresh_token);
});
