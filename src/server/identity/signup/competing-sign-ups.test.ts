import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthServer, type AuthServer } from '../../../../test/server/auth-server.ts';
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

async function apply(name: string, password: string): Promise<void> {
  const options = { data: { full_name: name } };
  expect((await server.browser().signUp({ email, password, options })).error).toBeNull();
  await server.resetLimits();
}

const ownerApplies = () => apply('The Owner', OWNERS);
const strangerApplies = () => apply('A Stranger', STRANGERS);

async function ownerApplyingLongAgo(): Promise<void> {
  await ownerApplies();
  server.clock.advance(LINK_LIFETIME + 1);
}

async function ownerApplyingSoLongAgoThatItWasSweptAway(): Promise<void> {
  await ownerApplies();
  await server.ctx.db.delete(oneTimeTokens);
}

async function operatorMakingTheAccount(): Promise<void> {
  const headers = { Authorization: `Bearer ${await serviceToken(server.ctx, 'service_role')}` };
  const body = { email, password: OWNERS, user_metadata: { full_name: 'The Owner' } };
  expect((await server.call('POST', '/admin/users', { body, headers })).status).toBe(200);
}

async function askAgain(): Promise<void> {
  expect((await server.browser().resend({ type: 'signup', email })).error).toBeNull();
}

/** Follows the newest link. @returns the name that the account has then */
async function openLink(): Promise<unknown> {
  const { hash } = await server.open(await server.linkTo(email));
  const { access_token = '', refresh_token = '' } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  const { data } = await server.browser().setSession({ access_token, refresh_token });
  expect(data.user?.email).toBe(email);
  return data.user?.user_metadata['full_name'];
}

async function refusalOf(password: string): Promise<string | undefined> {
  return (await server.browser().signInWithPassword({ email, password })).error?.code;
}

describe('an address that two users have applied for', () => {
  it('goes to the one whose own link was followed, not to the earlier stranger', async () => {
    await strangerApplies();
    await ownerApplies();
    expect(await openLink()).toBe('The Owner');
    expect(await refusalOf(STRANGERS)).toBe('invalid_credentials');
    expect(await refusalOf(OWNERS)).toBeUndefined();
  });

  it.each([
    ['the owner has applied first', ownerApplies],
    ['the owner’s link has expired before the stranger applies', ownerApplyingLongAgo],
    ['the owner’s application is forgotten already', ownerApplyingSoLongAgoThatItWasSweptAway],
    ['an operator has made the account with a password', operatorMakingTheAccount],
  ])('has no one’s password and name after a link that was asked for again, where %s', async (_what, begin) => {
    await begin();
    await strangerApplies();
    expect(await refusalOf(OWNERS)).toBe('email_not_confirmed');
    await askAgain();
    expect(await openLink()).toBeUndefined();
    for (const password of [OWNERS, STRANGERS]) expect(await refusalOf(password)).toBe('invalid_credentials');
  });
});

describe('an address that one user has applied for twice', () => {
  it.each([
    ['both links are fresh', ownerApplies],
    ['the first link has expired', ownerApplyingLongAgo],
    ['the first application is forgotten already', ownerApplyingSoLongAgoThatItWasSweptAway],
    ['an operator has made the account with the same password', operatorMakingTheAccount],
  ])('has that user’s password and name after a link that was asked for again, where %s', async (_what, begin) => {
    await begin();
    await ownerApplies();
    await askAgain();
    expect(await openLink()).toBe('The Owner');
    expect(await refusalOf(OWNERS)).toBeUndefined();
  });
});
