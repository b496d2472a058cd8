import { describe, expect, test } from 'vitest';
import { startShop } from '../../../test/server/shop.ts';
import { getSecurity, type SecurityReply } from '../../contract/security.ts';

const shop = await startShop();
const PASSWORD = 'the-tide-knows-1957';

const DAY = 86_400;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function auth(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${shop.siteUrl}/auth/v1${path}`, {
    method: path === '/user' ? 'PUT' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await answer.json().catch(() => ({}))) as { access_token: string };
}

async function securityOf(token: string): Promise<Response> {
  return await fetch(shop.siteUrl + getSecurity.path, { headers: { authorization: `Bearer ${token}` } });
}

async function shown(token: string): Promise<SecurityReply> {
  return getSecurity.reply.parse(await (await securityOf(token)).json());
}

async function daysSinceChange(token: string): Promise<number> {
  const changedAt = (await shown(token)).password?.changedAt ?? '';
  return (shop.clock.now().getTime() - Date.parse(changedAt)) / 1000 / DAY;
}

describe('what the account tells about its security', () => {
  test('the password as the day it was set, and never more of it', async () => {
    const user = await shop.signUp();
    shop.clock.advance(3 * DAY);
    const { access_token: token } = await auth('/token?grant_type=password', {
      email: user.email,
      password: PASSWORD,
    });
    expect(await daysSinceChange(token)).toBeCloseTo(3, 2);
    await auth(
      '/user',
      { password: 'another-tide-1958', current_password: PASSWORD },
      { authorization: `Bearer ${token}` },
    );
    expect(await daysSinceChange(token)).toBeCloseTo(0, 2);
    expect((await (await securityOf(token)).text()).toLowerCase()).not.toContain('argon2');
  });

  test('each device that is signed in by what it runs on, the asking one first, and no one else’s', async () => {
    await shop.signUp();
    const user = await shop.signUp();
    shop.clock.advance(60);
    const credentials = { email: user.email, password: PASSWORD };
    const { access_token: token } = await auth('/token?grant_type=password', credentials, { 'user-agent': FIREFOX });
    const here = await shown(user.accessToken);
    expect(here.devices.map(({ current, browser, system }) => ({ current, browser, system }))).toEqual([
      { current: true, browser: null, system: null },
      { current: false, browser: 'Firefox', system: 'Windows' },
    ]);
    expect((await shown(token)).devices[0]).toMatchObject({ current: true, browser: 'Firefox', ip: '127.0.0.1' });
  });

  test('those signed out from elsewhere are gone from the list, and are told to sign in', async () => {
    const user = await shop.signUp();
    const { access_token: other } = await auth('/token?grant_type=password', {
      email: user.email,
      password: PASSWORD,
    });
    await auth('/logout?scope=others', {}, { authorization: `Bearer ${user.accessToken}` });
    expect((await shown(user.accessToken)).devices).toHaveLength(1);
    expect((await securityOf(other)).status).toBe(401);
  });
});
