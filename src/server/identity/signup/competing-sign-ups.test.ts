import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { startAuthServer, type AuthServer } from '../../../../test/server/auth-server.ts';
import { shippingAddresses } from '../../customers/schema.ts';
import { oneTimeTokens } from '../schema.ts';
import { serviceToken } from '../session/access-tokens.ts';

const OWNERS = 'a murder of quiet crows';
const STRANGERS = 'planted by a stranger';
const LINK_LIFETIME = 24 * 3600;
let server: AuthServer;
let email: string;
let users = 0;

beforeAll(async () => {
  server = await startAuthServer({ AUTH_AUTOCONFIRM: '0', AUTH_RATE_LIMIT_FACTOR: '100' });
});
afterAll(() => server.close());
beforeEach(() => {
  email = `person${++users}@example.com`;
});

async function apply(name: string, password: string, street = name): Promise<void> {
  const shipping_address = { ...HARBOR_ADDRESS, addressLine1: `1 ${street} Street` };
  const options = { data: { full_name: name, shipping_address } };
  expect((await server.browser().signUp({ email, password, options })).error).toBeNull();
  await server.resetLimits();
}

const ownerApplies = () => apply('The Owner', OWNERS);
const strangerApplies = () => apply('A Stranger', STRANGERS);
const strangerKnowsThePassword = () => apply('A Stranger', OWNERS);
const strangerKnowsAllButTheStreet = () => apply('The Owner', OWNERS, 'Another');

async function ownerApplyingLongAgo(): Promise<void> {
  await ownerApplies();
  server.clock.advance(LINK_LIFETIME + 1);
}

async function swept(): Promise<void> {
  await server.ctx.db.delete(oneTimeTokens);
}

async function operatorMakingTheAccount(): Promise<void> {
  const headers = { Authorization: `Bearer ${await serviceToken(server.ctx, 'service_role')}` };
  const body = { email, password: OWNERS, user_metadata: { full_name: 'The Owner' } };
  expect((await server.call('POST', '/admin/users', { body, headers })).status).toBe(200);
}

async function askAgain(): Promise<void> {
  expect((await server.browser().resend({ type: 'signup', email })).error).toBeNull();
  await server.resetLimits();
}

async function askForNewPassword(): Promise<void> {
  expect((await server.browser().resetPasswordForEmail(email)).error).toBeNull();
  await server.resetLimits();
}

/** Every link that was emailed so far, the oldest first. */
async function links(): Promise<string[]> {
  const emails = (await server.emails()).filter(({ recipient }) => recipient === email);
  return emails.flatMap(({ data }) =>
    Object.values(data).filter((value) => String(value).startsWith('http')),
  ) as string[];
}

/** Follows a link. @returns the name and the streets that the account has then */
async function follow(link: string | undefined): Promise<{ name: unknown; streets: string[] }> {
  const { hash } = await server.open(link ?? '');
  const { access_token = '', refresh_token = '' } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  const { data } = await server.browser().setSession({ access_token, refresh_token });
  expect(data.user?.email).toBe(email);
  const rows = await server.ctx.db
    .select()
    .from(shippingAddresses)
    .where(eq(shippingAddresses.userId, data.user?.id ?? ''));
  return { name: data.user?.user_metadata['full_name'], streets: rows.map(({ addressLine1 }) => addressLine1) };
}

async function refusalOf(password: string): Promise<string | undefined> {
  return (await server.browser().signInWithPassword({ email, password })).error?.code;
}

const NOTHING = { name: undefined, streets: [] };

describe('a second sign-up for an unconfirmed address changes nothing of the first, and no link brings the password, name or address of either', () => {
  const COURSES: readonly (readonly [string, readonly (() => Promise<void>)[]])[] = [
    ['the stranger is second', [ownerApplies, strangerApplies]],
    ['the stranger is first', [strangerApplies, ownerApplies]],
    ['there are several', [strangerApplies, ownerApplies, strangerApplies, ownerApplies]],
    ['the email is sent again between', [ownerApplies, askAgain, strangerApplies]],
    ['the email is sent again afterwards', [ownerApplies, strangerApplies, askAgain]],
    ['both have the same password', [ownerApplies, strangerKnowsThePassword]],
    ['they differ in the street alone', [ownerApplies, strangerKnowsAllButTheStreet]],
    ['the first link has expired', [ownerApplyingLongAgo, strangerApplies]],
    ['the first sign-up is forgotten already', [ownerApplies, swept, strangerApplies]],
    ['an operator has made the account with a password', [operatorMakingTheAccount, strangerApplies]],
    ['a new password was asked for', [strangerApplies, ownerApplies, askForNewPassword]],
  ];

  it.each(COURSES)('where %s, by the newest link', async (_what, course) => {
    for (const step of course) await step();
    expect(await follow((await links()).at(-1))).toEqual(NOTHING);
    for (const password of [OWNERS, STRANGERS]) expect(await refusalOf(password)).toBe('invalid_credentials');
  });

  it.each(COURSES.filter(([what]) => !/expired|forgotten|operator/.test(what)))(
    'where %s, by the first link',
    async (_what, course) => {
      for (const step of course) await step();
      expect(await follow((await links())[0])).toEqual(NOTHING);
      for (const password of [OWNERS, STRANGERS]) expect(await refusalOf(password)).toBe('invalid_credentials');
    },
  );

  it('and before the link the first password alone is known', async () => {
    await ownerApplies();
    await strangerApplies();
    expect([await refusalOf(OWNERS), await refusalOf(STRANGERS)]).toEqual([
      'email_not_confirmed',
      'invalid_credentials',
    ]);
  });

  it('and what the later one has typed is nowhere in the database', async () => {
    await ownerApplies();
    await strangerApplies();
    const [{ found } = { found: '' }] = (
      await server.ctx.db.execute<{ found: string }>(
        sql`select (select json_agg(u) from auth.users u)::text || (select json_agg(t) from auth.one_time_tokens t)::text as found`,
      )
    ).rows;
    expect(found).toContain('The Owner');
    expect(found).not.toContain('A Stranger');
  });

  it('and its owner sets a new password in the session of the link', async () => {
    await strangerApplies();
    await ownerApplies();
    const { hash } = await server.open((await links())[0] ?? '');
    const browser = server.browser();
    const { access_token = '', refresh_token = '' } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
    await browser.setSession({ access_token, refresh_token });
    server.clock.advance(1_800);
    expect((await browser.updateUser({ password: OWNERS })).error).toBeNull();
    expect(await refusalOf(OWNERS)).toBeUndefined();
    server.clock.advance(-1_800);
  });
});

describe('a contested sign-up leads to the choice of a new password, and then on', () => {
  it.each([
    ['/account', '/account/profile'],
    ['/account?next=%2Fgift%2Fclaim%3Ftoken%3Dx', '/account?next=%2Fgift%2Fclaim%3Ftoken%3Dx'],
  ])('from %s to %s', async (asked, next) => {
    const emailRedirectTo = server.ctx.config.siteUrl + asked;
    await strangerApplies();
    await server.browser().signUp({ email, password: OWNERS, options: { emailRedirectTo } });
    const url = await server.open((await links()).at(-1) ?? '');
    expect([url.pathname, url.searchParams.get('reason'), url.searchParams.get('next')]).toEqual([
      '/reset-password',
      'contested',
      next,
    ]);
  });
});

describe('the same sign-up sent twice', () => {
  it.each([
    ['both links are fresh', [ownerApplies, ownerApplies]],
    ['the email is sent again as well', [ownerApplies, ownerApplies, askAgain]],
    ['the first link has expired', [ownerApplyingLongAgo, ownerApplies]],
  ])('brings its password, name and address, where %s', async (_what, course) => {
    for (const step of course) await step();
    expect(await follow((await links()).at(-1))).toEqual({ name: 'The Owner', streets: ['1 The Owner Street'] });
    expect(await refusalOf(OWNERS)).toBeUndefined();
  });

  it('brings them by the first link too', async () => {
    await ownerApplies();
    await ownerApplies();
    expect(await follow((await links())[0])).toEqual({ name: 'The Owner', streets: ['1 The Owner Street'] });
    expect(await refusalOf(OWNERS)).toBeUndefined();
  });
});
