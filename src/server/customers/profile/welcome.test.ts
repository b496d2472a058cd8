import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { startShop } from '../../../../test/server/shop.ts';
import { sendWelcomeEmail } from '../../../contract/welcome.ts';
import { emailsOut } from '../../platform/outbox/schema.ts';

const shop = await startShop();

async function welcomesTo(recipient: string): Promise<string[]> {
  const rows = await shop.ctx.db.select().from(emailsOut).where(eq(emailsOut.recipient, recipient));
  return rows.filter(({ kind }) => kind === 'welcome').map(({ status }) => status);
}

describe('the welcome e-mail', () => {
  test('is sent once per person, whichever of sign-up and callback comes first', async () => {
    const person = await shop.signUp();
    const body = { to: person.email, userName: 'Ada Quill', type: 'welcome' };
    const answers = await Promise.all([1, 2, 3].map(() => person.call(sendWelcomeEmail, { body })));
    expect(answers).toEqual([{ success: true }, { success: true }, { success: true }]);
    expect(await welcomesTo(person.email)).toHaveLength(1);
  });

  test('is sent by the call when nothing has sent it before', async () => {
    const person = await shop.signUp();
    await shop.ctx.db.delete(emailsOut).where(eq(emailsOut.dedupeKey, `welcome:${person.userId}`));
    await person.call(sendWelcomeEmail, { body: { to: person.email, userName: '', type: 'welcome' } });
    expect(await welcomesTo(person.email)).toHaveLength(1);
  });

  test('goes to the signed-in person, whoever is named', async () => {
    const person = await shop.signUp();
    await shop.ctx.db.delete(emailsOut).where(eq(emailsOut.dedupeKey, `welcome:${person.userId}`));
    await person.call(sendWelcomeEmail, { body: { to: 'victim@example.com', userName: 'You win!', type: 'welcome' } });
    expect(await welcomesTo('victim@example.com')).toEqual([]);
    expect(await welcomesTo(person.email)).toHaveLength(1);
  });

  test('is of one type alone', async () => {
    const person = await shop.signUp();
    const body = { to: person.email, userName: 'Ada Quill', type: 'invoice' };
    await expect(person.call(sendWelcomeEmail, { body })).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
