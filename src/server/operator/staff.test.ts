import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hireOperator, passSecondStep } from '../../../test/builders/operators.ts';
import { newestLinkTo, pressLink, queuedEmails } from '../../../test/clients/mailbox.ts';
import { callAuth, PASSWORD, type SessionReply, Shopper } from '../../../test/clients/shopper.ts';
import { terminalOf } from '../../../test/clients/terminal.ts';
import { startShop } from '../../../test/server/shop.ts';
import { users } from '../identity/schema.ts';
import { OPERATOR_API } from '../../contract/operator/api.ts';
import { enrolAuthenticator } from '../../contract/operator/constants.ts';
import { deleteAccount } from '../../contract/own-data.ts';

const { changeStaffRole, getToday, inviteStaff, listLog, listRuns, listStaff, newStaffCode, removeStaff } =
  OPERATOR_API;

const shop = await startShop({ settings: { AUTH_RATE_LIMIT_FACTOR: '100' } });
const terminal = terminalOf(shop);
const owner = await hireOperator(shop);
const NEW_PASSWORD = 'a-harbor-under-fog-1957';

async function accept(email: string): Promise<Shopper> {
  const link = await newestLinkTo(shop.ctx, email);
  expect((await fetch(link)).status).toBe(200);
  const place = new URL((await pressLink(link)).headers.get('location') ?? 'about:blank');
  expect([place.pathname, place.searchParams.get('next')]).toEqual(['/reset-password', '/operator']);
  const token = new URLSearchParams(place.hash.slice(1)).get('access_token') ?? '';
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ password: NEW_PASSWORD });
  expect((await fetch(`${shop.siteUrl}/auth/v1/user`, { method: 'PUT', headers, body })).status).toBe(200);
  const credentials = { email, password: NEW_PASSWORD };
  const session = await callAuth<SessionReply>(shop.siteUrl, '/token?grant_type=password', credentials);
  return new Shopper(shop.siteUrl, shop.payer, session.user.id, email, session.access_token);
}

const staffOf = async (email: string) => (await owner.call(listStaff)).items.find((person) => person.email === email);

test('a new colleague accepts by a button, chooses a password, enters the code, and has the role', async () => {
  const email = 'pack@example.com';
  const { person, enrolmentCode } = await owner.call(inviteStaff, {
    body: { email: ' Pack@Example.com ', role: 'packer' },
  });
  expect(person).toMatchObject({ email, role: 'packer', state: 'invited', lastSeenAt: null });
  const packer = await accept(email);
  expect(await staffOf(email)).toMatchObject({ state: 'setting_up' });
  await passSecondStep(shop, packer);
  await expect(packer.call(listRuns)).rejects.toMatchObject({ status: 404 });
  await packer.call(enrolAuthenticator, { body: { code: enrolmentCode } });
  expect(await packer.call(listRuns)).toMatchObject({ items: [] });
  await expect(packer.call(getToday)).rejects.toMatchObject({ status: 403 });
  expect(await staffOf(email)).toMatchObject({ state: 'active', lastSeenAt: expect.any(String) as string });
  await expect(owner.call(inviteStaff, { body: { email, role: 'owner' } })).rejects.toMatchObject({
    code: 'wrong_state',
    message: 'pack@example.com is on the staff already.',
  });
});

test('a person with an account gets an email and the role, and no other password', async () => {
  const user = await shop.signUp();
  await passSecondStep(shop, user);
  const { person, enrolmentCode } = await owner.call(inviteStaff, { body: { email: user.email, role: 'support' } });
  expect([person.state, enrolmentCode]).toEqual(['active', null]);
  const [mail] = (await queuedEmails(shop.ctx)).filter(({ recipient }) => recipient === user.email);
  expect(mail).toMatchObject({ kind: 'staff-invitation' });
  expect(await user.call(getToday)).toBeDefined();
  expect(
    (
      await callAuth<SessionReply>(shop.siteUrl, '/token?grant_type=password', {
        email: user.email,
        password: PASSWORD,
      })
    ).user.id,
  ).toBe(user.userId);
});

test('an invitation can be sent again, with another role, and stops working when the person is removed', async () => {
  const email = 'late@example.com';
  await owner.call(inviteStaff, { body: { email, role: 'support' } });
  const { person } = await owner.call(inviteStaff, { body: { email, role: 'packer' } });
  expect(person).toMatchObject({ role: 'packer', state: 'invited' });
  const link = await newestLinkTo(shop.ctx, email);
  await owner.call(removeStaff, { params: { id: person.id } });
  expect((await pressLink(link)).headers.get('location')).toContain('otp_expired');
  expect(await staffOf(email)).toBeUndefined();
});

test('a removed person’s next call is refused, and a changed role counts at the next one', async () => {
  const user = await hireOperator(shop, 'support');
  const params = { id: user.userId };
  expect(await user.call(getToday)).toBeDefined();
  expect(await owner.call(changeStaffRole, { params, body: { role: 'packer' } })).toMatchObject({ role: 'packer' });
  await expect(user.call(getToday)).rejects.toMatchObject({ status: 403 });
  await owner.call(removeStaff, { params });
  await expect(user.call(listRuns)).rejects.toMatchObject({ status: 404 });
  await expect(owner.call(removeStaff, { params })).rejects.toMatchObject({ code: 'not_found' });
  const done = (await owner.call(listLog)).items.filter(({ subject }) => subject === `operator:${user.userId}`);
  expect(done.map(({ action }) => action)).toEqual(expect.arrayContaining(['grant', 'change_role', 'revoke']));
});

test('nobody changes or removes themselves, and the last owner can’t be demoted or removed, or delete the account', async () => {
  const params = { id: owner.userId };
  for (const call of [removeStaff, newStaffCode])
    await expect(owner.call(call, { params })).rejects.toMatchObject({ message: 'That is you. Ask another owner.' });
  await expect(owner.call(changeStaffRole, { params, body: { role: 'packer' } })).rejects.toMatchObject({
    code: 'wrong_state',
  });
  const invited = 'never-accepted@example.com';
  await owner.call(inviteStaff, { body: { email: invited, role: 'owner' } });
  for (const person of (await owner.call(listStaff)).items) {
    if (person.email !== owner.email && person.email !== invited) await terminal('revoke', person.email);
  }
  await expect(terminal('revoke', owner.email)).rejects.toThrow('That is the last owner.');
  await expect(terminal('grant', owner.email, '--role', 'support')).rejects.toThrow('That is the last owner.');
  await expect(terminal('remove-staff', '--id', owner.email)).rejects.toThrow('That is the last owner.');
  const { db } = shop.ctx;
  await expect(owner.call(deleteAccount, { body: { password: PASSWORD } })).rejects.toMatchObject({
    status: 409,
    message: 'That is the last owner. Make another person an owner first.',
  });
  expect(await db.$count(users, eq(users.id, owner.userId))).toBe(1);
  expect(await terminal('list-staff')).toContain(owner.email);
});

test('a new code makes another authenticator known', async () => {
  const user = await shop.signUp();
  await terminal('grant', user.email, '--role', 'packer');
  shop.clock.advance(30);
  await passSecondStep(shop, user);
  const { enrolmentCode } = await owner.call(newStaffCode, { params: { id: user.userId } });
  await user.call(enrolAuthenticator, { body: { code: enrolmentCode } });
  expect(await user.call(listRuns)).toBeDefined();
});

test('of the last two owners, who remove each other at once, one stays', async () => {
  const [first, second] = [owner, await hireOperator(shop)];
  const results = await Promise.allSettled([
    first.call(removeStaff, { params: { id: second.userId } }),
    second.call(removeStaff, { params: { id: first.userId } }),
  ]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [left, gone] = results[0]?.status === 'fulfilled' ? [first, second] : [second, first];
  await terminal('grant', gone.email);
  expect(await left.call(deleteAccount, { body: { password: PASSWORD } })).toEqual({ deleted: true });
});
