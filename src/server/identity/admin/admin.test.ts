import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminClient, type AdminClient } from '../../../../test/clients/admin-client.ts';
import { startAuthServer, type AuthServer } from '../../../../test/server/auth-server.ts';
import { interleave } from '../../../../test/load/interleave.ts';
import { insertAddress } from '../../customers/addresses/queries.ts';
import { auditLog, users } from '../schema.ts';
import { checkouts } from '../../commerce/schema.ts';
import { userProfiles } from '../../customers/schema.ts';
import { eraseAccount } from '../../account/erasure/erase-account.ts';
import { serviceToken } from '../session/access-tokens.ts';
import { changeUser, lockUser } from '../users/queries.ts';

const PASSWORD = 'a murder of quiet crows';
let server: AuthServer;
let admin: AdminClient;
let email: string;
let accounts = 0;

beforeAll(async () => {
  server = await startAuthServer({ AUTH_AUTOCONFIRM: '0', AUTH_RATE_LIMIT_FACTOR: '100' });
  admin = await adminClient(server.ctx, server.url);
});
afterAll(() => server.close());
beforeEach(() => {
  email = `person${++accounts}@example.com`;
});

async function account() {
  const { data, error } = await admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: 'Agatha Mill' },
    app_metadata: { tier: 'founder', provider: 'forged' },
  });
  expect(error).toBeNull();
  if (!data.user) throw new Error('no user came back');
  return data.user;
}

async function signIn(password = PASSWORD) {
  const browser = server.browser();
  const { error } = await browser.signInWithPassword({ email, password });
  return { browser, code: error?.code };
}

async function kindsTo(to: string) {
  return (await server.emails()).filter(({ recipient }) => recipient === to).map(({ kind }) => kind);
}

async function buySomething(userId: string, now: Date): Promise<void> {
  const place = {
    addressLine1: '1 Harbour Street',
    addressLine2: null,
    city: 'Portland',
    stateProvince: 'ME',
    postalCode: '04101',
  };
  const address = {
    ...place,
    fullName: 'Agatha Mill',
    country: 'US',
    countryName: null,
    label: 'Home',
    isDefault: true,
  } as const;
  const { id: shippingAddressId } = await insertAddress(server.ctx.db, { ...address, userId }, now);
  await server.ctx.db.insert(checkouts).values({
    id: crypto.randomUUID(),
    userId,
    seasonId: 'season-1',
    planType: 'annual',
    shippingAddressId,
    status: 'paid',
    paymentMethodId: 'pm_1',
    stripeCustomerId: 'cus_1',
    createdAt: now,
    updatedAt: now,
  });
}

describe('who may call', () => {
  it.each([
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
    ['DELETE', `/admin/users/${crypto.randomUUID()}`],
    ['GET', '/admin/anything'],
  ])('%s %s is for service tokens only', async (method, path) => {
    await account();
    const { data } = await (await signIn()).browser.getSession();
    const headers = { Authorization: `Bearer ${data.session?.access_token}` };
    const refusal = { status: 403, body: { error_code: 'not_admin', msg: 'User not allowed' } };
    expect(await server.call(method, path, { headers })).toMatchObject(refusal);
    const anonymous = { Authorization: `Bearer ${await serviceToken(server.ctx, 'anon')}` };
    expect(await server.call(method, path, { headers: anonymous })).toMatchObject(refusal);
    expect(await server.call(method, path)).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } });
  });
});

describe('users', () => {
  it('are made confirmed, with profile and welcome, and their way in is not for anyone to forge', async () => {
    const user = await account();
    expect(user).toMatchObject({ email, app_metadata: { tier: 'founder', provider: 'email', providers: ['email'] } });
    expect((await signIn()).code).toBeUndefined();
    expect(await server.ctx.db.select().from(userProfiles).where(eq(userProfiles.id, user.id))).toMatchObject([
      { fullName: 'Agatha Mill' },
    ]);
    expect((await admin.createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  const GIVEN = { full_name: 'Agatha Mill', shelf: null, email_verified: 'so they say' };

  it.each([
    [
      'createUser',
      async () => (await admin.createUser({ email, email_confirm: true, user_metadata: GIVEN })).data.user,
    ],
    ['createUser, unconfirmed', async () => (await admin.createUser({ email, user_metadata: GIVEN })).data.user],
    ['invite', async () => (await admin.inviteUserByEmail(email, { data: GIVEN })).data.user],
    [
      'generate_link',
      async () => (await admin.generateLink({ type: 'invite', email, options: { data: GIVEN } })).data.user,
    ],
  ])('made by %s carry exactly the metadata given', async (_call, make) => {
    const made = await make();
    expect(made?.user_metadata).toEqual(GIVEN);
    const id = made?.id ?? '';
    expect((await admin.updateUserById(id, { email_confirm: true })).data.user?.user_metadata).toEqual(GIVEN);
    const moved = await admin.updateUserById(id, { email: `moved-${email}` });
    expect(moved.data.user).toMatchObject({ email: `moved-${email}` });
    expect((await admin.getUserById(id)).data.user?.user_metadata).toEqual(GIVEN);
  });

  it('invited carry exactly the metadata given when they have followed the link', async () => {
    await admin.inviteUserByEmail(email, { data: { full_name: 'Agatha Mill' } });
    await server.open(await server.linkTo(email));
    const [row] = await server.ctx.db.select().from(users).where(eq(users.email, email));
    expect(row?.emailConfirmedAt).not.toBeNull();
    expect(row?.userMetadata).toEqual({ full_name: 'Agatha Mill' });
  });

  it('are made unconfirmed by default, and found by id', async () => {
    const { data } = await admin.createUser({ email, password: PASSWORD });
    expect((await signIn()).code).toBe('email_not_confirmed');
    expect((await admin.getUserById(data.user?.id ?? '')).data.user?.email).toBe(email);
    expect((await admin.getUserById(crypto.randomUUID())).error).toMatchObject({ status: 404, code: 'user_not_found' });
    await admin.updateUserById(data.user?.id ?? '', { email_confirm: true });
    expect((await signIn()).code).toBeUndefined();
  });

  it('are listed by page, newest first, with totals auth-js understands', async () => {
    await account();
    const { data, error } = await admin.listUsers({ page: 1, perPage: 1 });
    expect(error).toBeNull();
    expect(data.users).toMatchObject([{ email }]);
    expect(data).toMatchObject({
      aud: 'authenticated',
      nextPage: 2,
      total: accounts - (accounts - (data as { total: number }).total),
    });
    expect((await server.ctx.db.select().from(users)).length).toBe((data as { total: number }).total);
  });

  it('are changed at once: address, password, metadata', async () => {
    const { id } = await account();
    const { browser } = await signIn();
    const moved = await admin.updateUserById(id, {
      email: `moved-${email}`,
      password: 'an unkindness of ravens',
      user_metadata: { shelf: 3 },
    });
    expect(moved.data.user).toMatchObject({
      email: `moved-${email}`,
      user_metadata: { shelf: 3, full_name: 'Agatha Mill' },
    });
    expect((await browser.getUser()).error?.name).toBe('AuthSessionMissingError');
    email = `moved-${email}`;
    expect((await signIn('an unkindness of ravens')).code).toBeUndefined();
  });

  it('who are moved hear of it at the address they had, if it was known to be theirs', async () => {
    const { id } = await account();
    await admin.updateUserById(id, { email: `moved-${email}` });
    expect(await kindsTo(email)).toEqual(['welcome', 'email-changed']);
    const unproved = `unproved-${email}`;
    const { data } = await admin.createUser({ email: unproved });
    await admin.updateUserById(data.user?.id ?? '', { email: `proved-${email}` });
    expect(await kindsTo(unproved)).toEqual([]);
  });

  it('keep the address that they have moved to while an operator changed something else', async () => {
    const { id } = await account();
    const newEmail = `new-${email}`;
    const { error, data } = await interleave(server.ctx.db, {
      hold: (tx) => lockUser(tx, id),
      call: () => admin.updateUserById(id, { user_metadata: { shelf: 5 } }),
      meanwhile: (tx) => changeUser(tx, id, { email: newEmail }, server.clock.now()),
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: newEmail, user_metadata: { shelf: 5 } });
  });

  it('are banned for a while, which ends what they were doing, and unbanned', async () => {
    const { id } = await account();
    const { browser } = await signIn();
    expect((await admin.updateUserById(id, { ban_duration: '1h30m' })).error).toBeNull();
    expect((await browser.getUser()).error).toMatchObject({ status: 403, code: 'user_banned' });
    expect((await browser.refreshSession()).error).toMatchObject({ status: 400, code: 'user_banned' });
    expect((await signIn()).code).toBe('user_banned');
    await admin.updateUserById(id, { ban_duration: 'none' });
    expect((await signIn()).code).toBeUndefined();
    for (const duration of ['forever', '999999999h']) {
      expect((await admin.updateUserById(id, { ban_duration: duration })).error).toMatchObject({
        status: 400,
        code: 'validation_failed',
      });
    }
  });

  it('are changed however much they have written about themselves, and may write less', async () => {
    const metadata = { user_metadata: { story: 'x'.repeat(4_080) } };
    const { data } = await admin.createUser({ email, password: PASSWORD, email_confirm: true, ...metadata });
    const id = data.user?.id ?? '';
    expect((await admin.updateUserById(id, { ban_duration: 'none', password: 'other quiet crows' })).error).toBeNull();
    const { browser } = await signIn('other quiet crows');
    const tooMuch = { status: 400, code: 'validation_failed' };
    expect((await browser.updateUser({ data: { more: 'y' } })).error).toMatchObject(tooMuch);
    expect((await browser.updateUser({ data: { story: 'x'.repeat(4_000) } })).error).toBeNull();
  });

  it('may bring an id of their own, once, and no other role than everyone’s', async () => {
    const id = '11111111-1111-1111-1111-111111111111';
    const create = (body: Record<string, string>) =>
      admin.createUser({ email_confirm: true, password: PASSWORD, ...body });
    expect((await create({ email, id, role: 'authenticated' })).error).toBeNull();
    expect((await admin.getUserById(id)).data.user?.email).toBe(email);
    expect((await (await signIn()).browser.getUser()).data.user?.id).toBe(id);
    const other = `other-${email}`;
    expect((await create({ email: other, id })).error).toMatchObject({ status: 422, code: 'user_already_exists' });
    expect((await create({ email: other, role: 'service_role' })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
  });

  it('who are deleted while they are changed are not found', async () => {
    const { id } = await account();
    const { error } = await interleave(server.ctx.db, {
      hold: (tx) => lockUser(tx, id),
      call: () => admin.updateUserById(id, { user_metadata: { shelf: 5 } }),
      meanwhile: (tx) => eraseAccount(server.ctx, tx, id, { retainRow: false }),
    });
    expect(error).toMatchObject({ status: 404, code: 'user_not_found' });
  });

  it('are deleted, and their address is free again', async () => {
    const { id } = await account();
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect(await server.ctx.db.select().from(users).where(eq(users.id, id))).toEqual([]);
    await account();
  });

  it('are stored as no one when that is asked for, however the body is sent', async () => {
    const { id } = await account();
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"should_soft_delete":true}'));
        controller.close();
      },
    });
    const headers = { authorization: `Bearer ${await serviceToken(server.ctx, 'service_role')}` };
    const sent = { method: 'DELETE', headers, body, duplex: 'half' } as RequestInit;
    expect((await fetch(`${server.url}/admin/users/${id}`, sent)).status).toBe(200);
    const [row] = await server.ctx.db.select().from(users).where(eq(users.id, id));
    expect(row?.deletedAt).not.toBeNull();
  });

  it('stay in the books as an anonymous user when they have bought something', async () => {
    const { id } = await account();
    const { browser } = await signIn();
    await buySomething(id, server.clock.now());
    expect((await admin.deleteUser(id)).error).toBeNull();
    const [row] = await server.ctx.db.select().from(users).where(eq(users.id, id));
    expect(row).toMatchObject({ email: `${id}@deleted.invalid`, passwordHash: null, userMetadata: {} });
    expect((await browser.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await signIn()).code).toBe('invalid_credentials');
  });

  it('who lost their telephone get their second factor removed', async () => {
    const { id } = await account();
    const { browser } = await signIn();
    const { data } = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' });
    if (data?.type !== 'totp') throw new Error('no factor');
    const code = new TOTP({ secret: data.totp.secret }).generate({ timestamp: server.clock.now().getTime() });
    await browser.mfa.challengeAndVerify({ factorId: data.id, code });
    expect((await admin.mfa.listFactors({ userId: id })).data?.factors).toMatchObject([
      { id: data.id, status: 'verified' },
    ]);
    expect((await admin.mfa.deleteFactor({ userId: id, id: data.id })).error).toBeNull();
    expect((await admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([]);
  });
});

describe('links', () => {
  it('of an invitation lead in, and the email says who invited', async () => {
    expect((await admin.inviteUserByEmail(email, { data: { full_name: 'Agatha Mill' } })).error).toBeNull();
    const [message] = (await server.emails()).filter(({ recipient }) => recipient === email);
    expect(message?.kind).toBe('invitation');
    const url = await server.open(await server.linkTo(email));
    expect(url.hash).toContain('type=invite');
    expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  it.each(['recovery', 'magiclink'] as const)(
    'of type %s open the account, by link, hash or six digits',
    async (type) => {
      const { id } = await account();
      const link = async () => (await admin.generateLink({ type, email })).data;
      const first = await link();
      expect(first.user?.id).toBe(id);
      expect((await server.open(first.properties?.action_link ?? '')).hash).toContain(`type=${type}`);
      const second = await link();
      const byHash = await server.browser().verifyOtp({ type, token_hash: second.properties?.hashed_token ?? '' });
      expect(byHash.data.user?.id).toBe(id);
      const third = await link();
      const byCode = await server.browser().verifyOtp({ type, email, token: third.properties?.email_otp ?? '' });
      expect(byCode.data.user?.id).toBe(id);
    },
  );

  it('of a sign-up bring the password along', async () => {
    const { data } = await admin.generateLink({ type: 'signup', email, password: PASSWORD });
    expect((await signIn()).code).toBe('email_not_confirmed');
    await server.open(data.properties?.action_link ?? '');
    expect((await signIn()).code).toBeUndefined();
  });

  it('of a change of address change it when both were used', async () => {
    await account();
    const newEmail = `new-${email}`;
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data } = await admin.generateLink({ type, email, newEmail });
      await server.open(data.properties?.action_link ?? '');
    }
    email = newEmail;
    expect((await signIn()).code).toBeUndefined();
  });

  it('of a change of address do not change it when one side has confirmed twice', async () => {
    const { id } = await account();
    for (const _ of [1, 2]) {
      const { data } = await admin.generateLink({ type: 'email_change_current', email, newEmail: `new-${email}` });
      await server.open(data.properties?.action_link ?? '');
    }
    expect((await admin.getUserById(id)).data.user?.email).toBe(email);
  });

  it('of a change of address say nothing about a change to another', async () => {
    const { id } = await account();
    const order = (type: 'email_change_current' | 'email_change_new', newEmail: string) =>
      admin.generateLink({ type, email, newEmail });
    const former = (await order('email_change_new', `former-${email}`)).data.properties;
    const { properties } = (await order('email_change_current', `wanted-${email}`)).data;
    expect((await server.open(former?.action_link ?? '')).hash).toContain('otp_expired');
    await server.open(properties?.action_link ?? '');
    expect((await admin.getUserById(id)).data.user?.email).toBe(email);
  });

  it('for no one are refused', async () => {
    expect((await admin.generateLink({ type: 'recovery', email })).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    });
  });
});

it('everything an operator does is in the log', async () => {
  const { id } = await account();
  await admin.updateUserById(id, { user_metadata: { shelf: 4 } });
  await admin.generateLink({ type: 'recovery', email });
  await admin.deleteUser(id);
  const rows = await server.ctx.db.select().from(auditLog).where(eq(auditLog.userId, id)).orderBy(auditLog.createdAt);
  expect(rows.map(({ action }) => action)).toEqual([
    'user_signedup',
    'user_modified',
    'user_recovery_requested',
    'user_deleted',
  ]);
});
