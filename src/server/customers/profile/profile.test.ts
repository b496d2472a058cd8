import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { startShop } from '../../../../test/server/shop.ts';
import { saveProfile, sendWelcomeEmail } from '../../../contract/account.ts';
import { emailOutbox } from '../../platform/schema.ts';

const shop = await startShop();

async function welcomesTo(recipient: string): Promise<string[]> {
  const rows = await shop.ctx.db.select().from(emailOutbox).where(eq(emailOutbox.recipient, recipient));
  return rows.filter(({ kind }) => kind === 'welcome').map(({ status }) => status);
}

describe('the welcome email', () => {
  test('is sent once per user, whichever of sign-up and callback comes first', async () => {
    const user = await shop.signUp();
    const body = { to: user.email, userName: 'Ada Quill', type: 'welcome' };
    const answers = await Promise.all([1, 2, 3].map(() => user.call(sendWelcomeEmail, { body })));
    expect(answers).toEqual([{ success: true }, { success: true }, { success: true }]);
    expect(await welcomesTo(user.email)).toHaveLength(1);
  });

  test('is sent by the call when nothing has sent it before', async () => {
    const user = await shop.signUp();
    await shop.ctx.db.delete(emailOutbox).where(eq(emailOutbox.dedupeKey, `welcome:${user.userId}`));
    await user.call(sendWelcomeEmail, { body: { to: user.email, userName: '', type: 'welcome' } });
    expect(await welcomesTo(user.email)).toHaveLength(1);
  });

  test('goes to the signed-in user, whatever name is given', async () => {
    const user = await shop.signUp();
    await shop.ctx.db.delete(emailOutbox).where(eq(emailOutbox.dedupeKey, `welcome:${user.userId}`));
    await user.call(sendWelcomeEmail, { body: { to: 'victim@example.com', userName: 'You win!', type: 'welcome' } });
    expect(await welcomesTo('victim@example.com')).toEqual([]);
    expect(await welcomesTo(user.email)).toHaveLength(1);
  });

  test('is of one type alone', async () => {
    const user = await shop.signUp();
    const body = { to: user.email, userName: 'Ada Quill', type: 'invoice' };
    await expect(user.call(sendWelcomeEmail, { body })).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

test('a name that only the profile has makes no password', async () => {
  const user = await shop.signUp();
  await user.call(saveProfile, { body: { fullName: 'Miriam Halloran' } });
  const put = async (path: string, token: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${shop.siteUrl}/auth/v1${path}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify(body),
    });
    return [answer.status, ((await answer.json()) as { error_code?: string }).error_code];
  };
  expect(await put('/user', user.accessToken, { password: 'halloran-miriam' })).toEqual([422, 'weak_password']);
  expect(await put('/user', user.accessToken, { password: 'a heron under fog 41' })).toEqual([200, undefined]);
});
