import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadKeys } from '../keys/keys.ts';
import { startAuthServer, type AuthServer } from '../../../../test/server/auth-server.ts';
import { anonToken, serviceToken } from './access-tokens.ts';
import { authenticate, requireService } from './bearer.ts';

let server: AuthServer;
let bearer: string;
let userId: string;

beforeAll(async () => {
  server = await startAuthServer();
  const browser = server.browser();
  const { data } = await browser.signUp({ email: 'reader@example.com', password: 'a murder of quiet crows' });
  bearer = `Bearer ${data.session?.access_token}`;
  userId = data.user?.id ?? '';
});
afterAll(() => server.close());

it('tells the data API who is signed in', async () => {
  const expected = { userId, email: 'reader@example.com', sessionId: expect.any(String) as string, aal: 'aal1' };
  expect(await authenticate(server.ctx, bearer, 'user')).toEqual(expected);
  expect(await authenticate(server.ctx, bearer, 'session')).toEqual(expected);
});

it('refuses a missing header and the public anonymous token', async () => {
  await expect(authenticate(server.ctx, undefined, 'user')).rejects.toMatchObject({
    status: 401,
    code: 'no_authorization',
  });
  const anonymous = `Bearer ${await anonToken(server.ctx)}`;
  await expect(authenticate(server.ctx, anonymous, 'user')).rejects.toMatchObject({ status: 403, code: 'bad_jwt' });
});

it('lets only service tokens through to the admin calls', async () => {
  await requireService(server.ctx, `Bearer ${await serviceToken(server.ctx, 'service_role')}`);
  await requireService(server.ctx, `Bearer ${await serviceToken(server.ctx, 'supabase_admin')}`);
  await expect(requireService(server.ctx, bearer)).rejects.toMatchObject({ status: 403, code: 'not_admin' });
});

it.each(['service_role', 'supabase_admin'])(
  'accepts tokens signed with our key with the role %s whatever their `iss`, with or without `exp`',
  async (role) => {
    const config = { ...server.ctx.config, siteUrl: 'https://elsewhere.example' };
    const elsewhere = await loadKeys(config, server.clock);
    const inAnHour = Math.floor(server.clock.now().getTime() / 1000) + 3600;
    for (const claims of [{ role }, { role, exp: inAnHour }]) {
      const headers = { Authorization: `Bearer ${await elsewhere.sign(claims)}` };
      expect((await server.call('GET', '/admin/users', { headers })).status).toBe(200);
    }
    const expired = { Authorization: `Bearer ${await elsewhere.sign({ role, exp: 1 })}` };
    expect((await server.call('GET', '/admin/users', { headers: expired })).status).toBe(403);
  },
);

it('after sign-out refuses the token, to read as well as to write', async () => {
  await server.call('POST', '/logout', { headers: { Authorization: bearer } });
  const refusal = { status: 403, code: 'session_not_found' };
  for (const access of ['user', 'session'] as const) {
    // The end of a session reaches a process by the feed (rules/accounts 16).
    await expect
      .poll(() => authenticate(server.ctx, bearer, access).catch((error: unknown) => error))
      .toMatchObject(refusal);
  }
});
