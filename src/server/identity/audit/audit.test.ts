import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAuthServer, type AuthServer } from '../../../../test/server/auth-server.ts';
import { auditLog } from '../schema.ts';

let server: AuthServer;

beforeAll(async () => {
  server = await startAuthServer();
  await server.browser().signUp({ email: 'person@example.com', password: 'a murder of quiet crows' });
});
afterAll(() => server.close());

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
  const events = server.log
    .map((line) => JSON.parse(line) as { security?: string })
    .flatMap((line) => line.security ?? []);
  expect(events).toEqual(attempts.flatMap(([, , code]) => code ?? []));
  expect(server.log.join()).not.toContain('a guess');
});
