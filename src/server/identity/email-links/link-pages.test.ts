import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { adminClient } from '../../../../test/clients/admin-client.ts';
import { startAuthServer, type AuthServer } from '../../../../test/server/auth-server.ts';
import { LINK_PATHS } from '../../../contract/site-paths.ts';
import { oneTimeTokens, sessions, users } from '../schema.ts';

const PASSWORD = 'a murder of quiet crows';
let server: AuthServer;
let email: string;
let addresses = 0;

beforeAll(async () => {
  server = await startAuthServer({ AUTH_AUTOCONFIRM: '0', AUTH_RATE_LIMIT_FACTOR: '100', AUTH_MAIL_GAP_SECONDS: '0' });
});
afterAll(() => server.close());
beforeEach(() => {
  email = `person${++addresses}@example.com`;
});

async function signUp(): Promise<string> {
  expect((await server.browser().signUp({ email, password: PASSWORD })).error).toBeNull();
  return await server.linkTo(email);
}

async function recover(): Promise<string> {
  await server.open(await signUp());
  await server.browser().resetPasswordForEmail(email);
  return await server.linkTo(email);
}

async function invite(): Promise<string> {
  const admin = await adminClient(server.ctx, server.url);
  expect((await admin.inviteUserByEmail(email)).error).toBeNull();
  return await server.linkTo(email);
}

async function moveAway(): Promise<readonly [string, string]> {
  await server.open(await signUp());
  const browser = server.browser();
  await browser.signInWithPassword({ email, password: PASSWORD });
  expect((await browser.updateUser({ email: `new-${email}` })).error).toBeNull();
  return [await server.linkTo(email), await server.linkTo(`new-${email}`)];
}

async function rows(): Promise<string> {
  const { db } = server.ctx;
  return JSON.stringify([
    await db.select().from(users),
    await db.select().from(oneTimeTokens),
    await db.select().from(sessions),
  ]);
}

const VISITS: readonly RequestInit[] = [
  { method: 'HEAD' },
  { method: 'GET' },
  { method: 'GET', headers: { accept: 'text/html' } },
  { method: 'GET', headers: { accept: 'text/html', 'sec-purpose': 'prefetch', 'sec-fetch-dest': 'document' } },
];

/** Visits like an email scanner. */
async function scan(link: string): Promise<void> {
  for (const visit of VISITS) {
    const { status, headers } = await fetch(link, { ...visit, redirect: 'manual' });
    expect([status, headers.get('content-type'), headers.get('referrer-policy')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-referrer',
    ]);
  }
}

it.each([
  ['confirms an address', signUp, LINK_PATHS.signup],
  ['resets a password', recover, LINK_PATHS.recovery],
  ['invites', invite, LINK_PATHS.invite],
])(
  'an emailed link that %s changes nothing and is not used up until its button is pressed',
  async (_what, send, path) => {
    const link = await send();
    expect(new URL(link).pathname).toBe(path);
    const before = await rows();
    await scan(link);
    expect(await rows()).toBe(before);
    expect((await server.open(link)).hash).toContain('access_token=');
  },
);

it('the two links of a change of address, opened by scanners, move no account; their two buttons do', async () => {
  const links = await moveAway();
  const before = await rows();
  for (const link of links) {
    expect(new URL(link).pathname).toBe(LINK_PATHS.email_change);
    await scan(link);
  }
  expect(await rows()).toBe(before);
  expect((await server.open(links[0])).hash).toContain('message=');
  expect((await server.open(links[1])).hash).toContain('access_token=');
});

it('a service’s sign-in link works by the button of its page as well', async () => {
  await server.open(await signUp());
  const admin = await adminClient(server.ctx, server.url);
  const { data } = await admin.generateLink({ type: 'magiclink', email });
  const query = new URLSearchParams({ token: data.properties?.hashed_token ?? '' });
  const link = `${server.siteUrl}${LINK_PATHS.magiclink}?${query.toString()}`;
  await scan(link);
  expect((await server.open(link)).hash).toContain('type=magiclink');
});

it('a button pressed with a link of another kind, a wrong one or none does nothing and says that the link is dead', async () => {
  const token = new URL(await recover()).searchParams.get('token') ?? '';
  const before = await rows();
  const dead = [
    `${LINK_PATHS.signup}?token=${token}`,
    `${LINK_PATHS.email_change}?token=${token}`,
    `${LINK_PATHS.recovery}?token=x`,
    LINK_PATHS.recovery,
  ];
  for (const path of dead) expect((await server.open(server.siteUrl + path)).hash).toContain('otp_expired');
  expect(await rows()).toBe(before);
});

it('no email of the identity server leads to an address that acts on GET', async () => {
  await recover();
  await moveAwayOfAnother();
  const links = (await server.emails()).flatMap(({ data }) =>
    Object.values(data).filter((value): value is string => typeof value === 'string' && value.startsWith('http')),
  );
  expect(links.length).toBeGreaterThan(4);
  expect(links.filter((link) => new URL(link).pathname.startsWith('/auth/v1'))).toEqual([]);
});

async function moveAwayOfAnother(): Promise<void> {
  email = `another-${email}`;
  await moveAway();
}
