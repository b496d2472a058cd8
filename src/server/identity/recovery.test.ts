import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthServer, type AuthServer } from '../../../test/server/auth-server.ts';
import { arriveWith, fragmentOf } from '../../../test/clients/session-links.ts';

const PASSWORD = 'a murder of quiet crows';
const NEXT_PASSWORD = 'an unkindness of ravens';
let server: AuthServer;
let email: string;
let accounts = 0;

beforeAll(async () => {
  server = await startAuthServer({ AUTH_RATE_LIMIT_FACTOR: '100' });
});
afterAll(() => server.close());
beforeEach(() => {
  email = `person${++accounts}@example.com`;
});

async function user(): Promise<void> {
  expect((await server.browser().signUp({ email, password: PASSWORD })).error).toBeNull();
  await server.resetLimits();
}

describe('a reset link', () => {
  it.each(['implicit', 'pkce'] as const)(
    'spares the current password for the hour that began with its email, whenever it was opened, in the %s flow',
    async (flow) => {
      await user();
      const browser = server.browser(flow);
      await browser.resetPasswordForEmail(email);
      server.clock.advance(1_200);
      const url = await server.open(await server.linkTo(email));
      const code = url.searchParams.get('code');
      const exchanged = async (authCode: string) => {
        await browser.exchangeCodeForSession(authCode);
        return browser;
      };
      const arrived = await (code === null ? arriveWith(server, url) : exchanged(code));
      server.clock.advance(2_390);
      await arrived.refreshSession();
      expect((await arrived.updateUser({ password: NEXT_PASSWORD })).error).toBeNull();
      server.clock.advance(-3_590);
    },
  );

  it('no longer spares it afterwards, nor for a second new password', async () => {
    await user();
    await server.browser().resetPasswordForEmail(email);
    const late = await arriveWith(server, await server.open(await server.linkTo(email)));
    server.clock.advance(3_601);
    await late.refreshSession();
    expect((await late.updateUser({ password: NEXT_PASSWORD })).error?.code).toBe('reauthentication_needed');
    await server.resetLimits();
    await server.browser().resetPasswordForEmail(email);
    const browser = await arriveWith(server, await server.open(await server.linkTo(email)));
    server.clock.advance(601);
    expect((await browser.updateUser({ password: NEXT_PASSWORD })).error).toBeNull();
    expect((await browser.updateUser({ password: PASSWORD })).error?.code).toBe('reauthentication_needed');
    server.clock.advance(-4_202);
  });

  it('is one of several that work, and the first one used ends the others', async () => {
    await user();
    const links: string[] = [];
    for (let asked = 0; asked < 3; asked++) {
      await server.browser().resetPasswordForEmail(email);
      links.push(await server.linkTo(email));
      await server.resetLimits();
    }
    const [first = '', second = '', third = ''] = links;
    const browser = await arriveWith(server, await server.open(first));
    for (const other of [second, third, first]) {
      expect(fragmentOf(await server.open(other))).toMatchObject({ error_code: 'otp_expired' });
    }
    expect((await browser.updateUser({ password: NEXT_PASSWORD })).error).toBeNull();
  });
});
