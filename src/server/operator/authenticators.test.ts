import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { enrolFactor, hireOperator, passSecondStep } from '../../../test/builders/operators.ts';
import { adminClient } from '../../../test/clients/admin-client.ts';
import { callAuth, PASSWORD, type SessionReply, type Shopper } from '../../../test/clients/shopper.ts';
import { terminalOf } from '../../../test/clients/terminal.ts';
import { startShop } from '../../../test/server/shop.ts';
import { OPERATOR_API } from '../../contract/operator/api.ts';
import { enrolAuthenticator, getAuthenticator } from '../../contract/operator/constants.ts';

const shop = await startShop({ settings: { AUTH_RATE_LIMIT_FACTOR: '100' } });
const terminal = terminalOf(shop);
const CODE = /([A-Z2-7]{6}-){3}[A-Z2-7]{6}/;
const HOUR = 3600;

const opens = async (user: Shopper) =>
  await user.call(OPERATOR_API.getToday).then(
    () => true,
    ({ status }: { status: number }) => {
      expect(status).toBe(404);
      return false;
    },
  );

function codeIn(printed: string): string {
  return CODE.exec(printed)?.[0] ?? '';
}

async function addAuthenticator(user: Shopper): Promise<void> {
  shop.clock.advance(30);
  await passSecondStep(shop, user);
}

const SHORT = 'crow-lamp-7';
const signIn = async (email: string, password: string) =>
  await callAuth<SessionReply>(shop.siteUrl, '/token?grant_type=password', { email, password });
const changeTo = async (accessToken: string, password: string, current?: string) => {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const init = { method: 'PUT', headers, body: JSON.stringify({ password, current_password: current }) };
  const answer = await fetch(`${shop.siteUrl}/auth/v1/user`, init);
  return { status: answer.status, text: await answer.text() };
};

describe('the password of an operator', () => {
  test('has at least twelve characters when it is set, where another user’s has fewer', async () => {
    const [user, operator] = [await shop.signUp(), await hireOperator(shop)];
    expect((await changeTo(user.accessToken, SHORT)).status).toBe(200);
    const refused = await changeTo(operator.accessToken, SHORT);
    expect(refused).toMatchObject({ status: 422, text: expect.stringContaining('at least 12 characters') as string });
    const admin = await adminClient(shop.ctx, `${shop.siteUrl}/auth/v1`);
    const { error } = await admin.updateUserById(operator.userId, { password: SHORT });
    expect(error).toMatchObject({ status: 422, code: 'weak_password' });
    expect((await changeTo(operator.accessToken, `${SHORT}.`)).status).toBe(200);
  });

  test('from before the role opens nothing when it is shorter, and leads to another one', async () => {
    const user = await shop.signUp();
    expect((await changeTo(user.accessToken, SHORT)).status).toBe(200);
    expect((await signIn(user.email, SHORT)).user.id).toBe(user.userId);
    await terminal('grant', user.email);
    await expect(signIn(user.email, SHORT)).rejects.toThrow(/weak_password.*Forgot your password/);
    await expect(signIn(user.email, 'a guess')).rejects.toThrow(/invalid_credentials/);
    expect((await changeTo(user.accessToken, 'crow-lamp-7-and-a-bell', SHORT)).status).toBe(200);
    expect((await signIn(user.email, 'crow-lamp-7-and-a-bell')).user.id).toBe(user.userId);
  });
});

describe('the console opens by an authenticator', () => {
  test('that was there before the role', async () => {
    const user = await shop.signUp();
    await addAuthenticator(user);
    expect(await terminal('grant', user.email)).not.toMatch(CODE);
    expect(await opens(user)).toBe(true);
  });

  test('that came after it with the code of the terminal, and not without', async () => {
    const user = await shop.signUp();
    const code = codeIn(await terminal('grant', user.email));
    await addAuthenticator(user);
    expect(await opens(user)).toBe(false);
    expect(await user.call(getAuthenticator)).toEqual({ opensConsole: false, role: 'owner' });
    const wrong = user.call(enrolAuthenticator, { body: { code: 'ABCDEF-ABCDEF-ABCDEF-ABCDEF' } });
    await expect(wrong).rejects.toMatchObject({ status: 400 });
    expect(await user.call(enrolAuthenticator, { body: { code: code.toLowerCase().replaceAll('-', ' ') } })).toEqual({
      opensConsole: true,
      role: 'owner',
    });
    expect(await opens(user)).toBe(true);
    await expect(user.call(enrolAuthenticator, { body: { code } })).rejects.toMatchObject({ status: 400 });
  });

  test('and by no other that a borrowed session of an operator adds', async () => {
    const user = await hireOperator(shop);
    await addAuthenticator(user);
    expect(await opens(user)).toBe(false);
  });

  test('of another user’s code by none', async () => {
    const [user, other] = [await shop.signUp(), await shop.signUp()];
    const code = codeIn(await terminal('grant', user.email));
    await terminal('grant', other.email);
    await addAuthenticator(other);
    await expect(other.call(enrolAuthenticator, { body: { code } })).rejects.toMatchObject({ status: 400 });
    expect(await opens(other)).toBe(false);
  });

  test('of a code older than a day by none', async () => {
    const user = await shop.signUp();
    const code = codeIn(await terminal('grant', user.email));
    shop.clock.advance(24 * HOUR + 1);
    await user.signInAgain();
    await addAuthenticator(user);
    await expect(user.call(enrolAuthenticator, { body: { code } })).rejects.toMatchObject({ status: 400 });
  });

  test('whose successor a new code makes known', async () => {
    const user = await hireOperator(shop);
    await terminal('remove-factor', '--id', user.email, '--note', 'The telephone fell into the harbor.');
    shop.clock.advance(30);
    await user.signInAgain();
    await addAuthenticator(user);
    expect(await opens(user)).toBe(false);
    const code = codeIn(await terminal('allow-authenticator', user.email));
    await user.call(enrolAuthenticator, { body: { code } });
    expect(await opens(user)).toBe(true);
    const { items } = await user.call(OPERATOR_API.listLog);
    const done = items.map(({ action }) => action);
    expect(done).toEqual(expect.arrayContaining(['remove_factor', 'allow_authenticator', 'authenticator_known']));
  });

  test('and never by a recovery code', async () => {
    const user = await shop.signUp();
    const recoveryCodes = await enrolWithCodes(user);
    await terminal('grant', user.email);
    expect(await opens(user)).toBe(true);
    await user.signInAgain();
    user.accessToken = (await passWith(user, recoveryCodes[0] ?? '')).access_token;
    expect(await opens(user)).toBe(false);
  });
});

test('an operator’s session ends after twelve hours, and one from before the role as well', async () => {
  const user = await hireOperator(shop);
  const { refresh_token: refreshToken } = await passedSession(user);
  shop.clock.advance(12 * HOUR);
  const again = callAuth(shop.siteUrl, '/token?grant_type=refresh_token', { refresh_token: refreshToken });
  await expect(again).rejects.toThrow('session_expired');
  expect(await opens(user)).toBe(false);
});

type Tokens = SessionReply & { readonly refresh_token: string };

async function passedSession(user: Shopper): Promise<Tokens> {
  const credentials = { email: user.email, password: PASSWORD };
  return await callAuth<Tokens>(shop.siteUrl, '/token?grant_type=password', credentials);
}

async function enrolWithCodes(user: Shopper): Promise<string[]> {
  let secretOf = '';
  shop.clock.advance(30);
  const codes: string[] = [];
  const passed = await enrolFactor(
    shop.siteUrl,
    user.accessToken,
    (secret) => {
      secretOf = secret;
      return new TOTP({ secret: secretOf }).generate({ timestamp: shop.clock.now().getTime() });
    },
    (each) => void codes.push(...each),
  );
  user.accessToken = passed.access_token;
  return codes;
}

async function passWith(user: Shopper, code: string): Promise<SessionReply> {
  const [factor] = await fetch(`${shop.siteUrl}/auth/v1/user`, {
    headers: { authorization: `Bearer ${user.accessToken}` },
  }).then(async (answer) => ((await answer.json()) as { factors: { id: string }[] }).factors);
  const path = `/factors/${factor?.id}`;
  const { id } = await callAuth<{ id: string }>(shop.siteUrl, `${path}/challenge`, {}, user.accessToken);
  return await callAuth(shop.siteUrl, `${path}/verify`, { challenge_id: id, code }, user.accessToken);
}
