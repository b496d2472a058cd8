import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { hireOperator, passSecondStep } from '../../../../test/builders/operators.ts';
import { callAuth, PASSWORD, type SessionReply, type Shopper } from '../../../../test/clients/shopper.ts';
import { terminalOf } from '../../../../test/clients/terminal.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { getSecurity } from '../../../contract/security.ts';
import { auditLog } from '../../identity/schema.ts';
import { operatorLog } from '../../platform/schema.ts';

const shop = await startShop({ settings: { AUTH_RATE_LIMIT_FACTOR: '100' } });
const terminal = terminalOf(shop);
let clerk: Shopper;

beforeAll(async () => {
  clerk = await hireOperator(shop);
});

const ACTS = {
  removeFactor: ['remove_factor', 'remove-factor', 'factor_unenrolled'],
  signOut: ['sign_out', 'sign-out', 'logout'],
  ban: ['ban', 'ban', 'user_modified'],
  unban: ['unban', 'unban', 'user_modified'],
} as const;
type Act = keyof typeof ACTS;

const WAYS: Readonly<Record<string, (user: Shopper, act: Act) => Promise<unknown>>> = {
  'the console': (user, act) =>
    clerk.call(CONSOLE[act], { params: { id: user.userId }, body: { note: 'They wrote to us.' } }),
  'the terminal': (user, act) => terminal(ACTS[act][1], '--id', user.email, '--note', 'They wrote to us.'),
};

async function signIn({ email }: Shopper): Promise<SessionReply> {
  return await callAuth(shop.siteUrl, '/token?grant_type=password', { email, password: PASSWORD });
}

async function isSignedIn(user: Shopper): Promise<boolean> {
  return await user.call(getSecurity).then(
    () => true,
    ({ status }: { status: number }) => {
      expect(status).toBe(401);
      return false;
    },
  );
}

async function logged(user: Shopper, act: Act): Promise<void> {
  const [action, , audited] = ACTS[act];
  const isAct = and(eq(operatorLog.subject, `user:${user.userId}`), eq(operatorLog.action, action));
  expect(await shop.ctx.db.select().from(operatorLog).where(isAct)).toMatchObject([
    { detail: { note: 'They wrote to us.' } },
  ]);
  const isAudited = and(eq(auditLog.userId, user.userId), eq(auditLog.action, audited));
  expect(await shop.ctx.db.$count(auditLog, isAudited)).toBeGreaterThan(0);
}

test.each(Object.entries(WAYS))('by %s, a lost authenticator is removed, and its sessions end', async (_way, act) => {
  const user = await shop.signUp();
  await passSecondStep(shop, user);
  await act(user, 'removeFactor');
  expect(await isSignedIn(user)).toBe(false);
  user.accessToken = (await signIn(user)).access_token;
  expect(await isSignedIn(user)).toBe(true);
  await logged(user, 'removeFactor');
  await expect(act(user, 'removeFactor')).rejects.toThrow('There is no authenticator');
});

test.each(Object.entries(WAYS))('by %s, a user is signed out everywhere', async (_way, act) => {
  const user = await shop.signUp();
  await act(user, 'signOut');
  expect(await isSignedIn(user)).toBe(false);
  await logged(user, 'signOut');
});

test.each(Object.entries(WAYS))('by %s, a user is shut out until let in again', async (_way, act) => {
  const user = await shop.signUp();
  await act(user, 'ban');
  expect(await isSignedIn(user)).toBe(false);
  await expect(signIn(user)).rejects.toThrow('user_banned');
  await expect(act(user, 'ban')).rejects.toThrow('shut out already');
  await act(user, 'unban');
  await expect(signIn(user)).resolves.toMatchObject({ user: { id: user.userId } });
  await expect(act(user, 'unban')).rejects.toThrow('not shut out');
  await logged(user, 'ban');
  await logged(user, 'unban');
});

test('the file says how many authenticators and sessions there are, and whether the user is shut out', async () => {
  const user = await shop.signUp();
  await passSecondStep(shop, user);
  const file = () => clerk.call(CONSOLE.getSubscriber, { params: { id: user.userId } });
  expect(await file()).toMatchObject({ authenticators: 1, openSessions: 1, bannedUntil: null });
  await WAYS['the console']?.(user, 'ban');
  expect(await file()).toMatchObject({ openSessions: 0, bannedUntil: expect.stringMatching(/^2\d{3}-/) as string });
});

test('operators do none of it to themselves', async () => {
  for (const act of Object.keys(ACTS) as Act[]) {
    await expect(WAYS['the console']?.(clerk, act)).rejects.toMatchObject({ status: 409, code: 'wrong_state' });
  }
});
