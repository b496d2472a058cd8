import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { SAMPLES } from '../../../../test/builders/email-samples.ts';
import { giveGift, emailsAbout, newYorkToday } from '../../../../test/builders/gifts.ts';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { saveProfile } from '../../../contract/account.ts';
import { announceGift, listGifts } from '../../../contract/gifts.ts';
import { NO_OVERRIDES } from '../../../domain/holidays.ts';
import { EMAILS, type EmailKind } from '../../../emails/catalogue.ts';
import { emailOutbox } from '../schema.ts';
import { mailingPieces } from '../../fulfilment/schema.ts';
import { userProfiles } from '../../customers/schema.ts';
import { announceGifts } from '../../commerce/gifts/announce-gift.ts';
import { recordFileHashes } from '../../fulfilment/print/files.ts';
import { freezeRun } from '../../fulfilment/freeze.ts';
import { handOver } from '../../fulfilment/hand-over/hand-over.ts';
import { printRun } from '../../fulfilment/print/print.ts';
import { openRun } from '../../fulfilment/runs/runs.ts';
import { notifyHandedOver } from '../../fulfilment/hand-over/notify-handed-over.ts';
import { queueEmail, type OutgoingEmail } from './queue.ts';

// Every email that isn't about money or safety follows the contact preferences. The tests use the catalogue of emails: a kind without
// a class or a sample doesn't compile.

const shop = await startShop();
const { db } = shop.ctx;

let willing: Shopper;
let unwilling: Shopper;
beforeAll(async () => {
  [willing, unwilling] = [await shop.signUp(), await shop.signUp()];
  for (const [user, emailNotifications] of [
    [willing, true],
    [unwilling, false],
  ] as const) {
    await user.call(saveProfile, { body: { preferences: { emailNotifications } } });
  }
});

const KINDS = Object.keys(EMAILS) as EmailKind[];
/** Preferences don't affect season emails, which the visitor requested by address. */
const isOfTheirChoosing = (kind: EmailKind) => !['money', 'safety', 'season'].includes(EMAILS[kind].about);

/** How many emails of that kind go out, queued as the server queues them. */
async function emailsOf(kind: EmailKind, { email, userId }: Pick<Shopper, 'email' | 'userId'>): Promise<number> {
  const dedupeKey = `test:${randomUUID()}`;
  // Only the address of a gift's recipient is known.
  const account = EMAILS[kind].about === 'gift' ? null : userId;
  const message = { kind, to: email, data: SAMPLES[kind], userId: account, dedupeKey } as OutgoingEmail;
  await db.transaction((tx) => queueEmail(shop.ctx, tx, message));
  return (await db.select().from(emailOutbox).where(eq(emailOutbox.dedupeKey, dedupeKey))).length;
}

describe('the preference counts', () => {
  test.each(KINDS.filter(isOfTheirChoosing))('for the email %s', async (kind) => {
    expect([await emailsOf(kind, willing), await emailsOf(kind, unwilling)]).toEqual([1, 0]);
  });

  test.each(KINDS.filter((kind) => !isOfTheirChoosing(kind)))('not for the email %s', async (kind) => {
    expect([await emailsOf(kind, willing), await emailsOf(kind, unwilling)]).toEqual([1, 1]);
  });

  test('and the one who has no account has not said no', async () => {
    const withoutAccount = { email: `nobody-${randomUUID()}@example.com`, userId: randomUUID() };
    for (const kind of KINDS) expect(await emailsOf(kind, withoutAccount)).toBe(1);
  });
});

describe('where emails are sent', () => {
  test('a user who wants none is not told of their letters, and the letters go all the same', async () => {
    const day = '2027-03-02';
    const notified = await addSubscriber(db, { serviceStart: '2027-03-01' });
    const unnotified = await addSubscriber(db, { serviceStart: '2027-03-01' });
    const preferences = { emailNotifications: false };
    await db.update(userProfiles).set({ preferences }).where(eq(userProfiles.id, unnotified.userId));
    shop.clock.advance((Date.parse(`${day}T17:00:00Z`) - shop.clock.now().getTime()) / 1_000);
    const { id: runId } = await openRun(db, { kind: 'first_letter', nominalOn: day }, NO_OVERRIDES, shop.clock.now());
    await freezeRun(shop.ctx, runId, null);
    await printRun(shop.ctx, runId, null);
    await recordFileHashes(shop.ctx, { runId, batch: 1 });
    shop.clock.advance(86_400);
    await handOver(shop.ctx, { runId, batch: null, on: day }, null);
    await notifyHandedOver(shop.ctx, { runId, batch: 1 });
    expect(await db.select().from(mailingPieces).where(eq(mailingPieces.state, 'handed_over'))).toHaveLength(2);
    const emails = await db
      .select()
      .from(emailOutbox)
      .where(inArray(emailOutbox.recipient, [notified.email, unnotified.email]));
    expect(emails.map(({ kind, recipient }) => [kind, recipient])).toEqual([['letter-mailed', notified.email]]);
    // Entered a day later.
    expect(emails[0]?.data).toMatchObject({ handedOverOn: day });
  });

  test('a gift to a user who wants none is announced by no one but its giver', async () => {
    await willing.signInAgain();
    const gift = await giveGift(willing, newYorkToday(shop), { recipientEmail: unwilling.email });
    await announceGifts(shop.ctx);
    expect(await emailsAbout(shop, gift.id)).toEqual([]);
    shop.clock.advance(2 * 3_600);
    await willing.signInAgain();
    await willing.call(announceGift, { params: { id: gift.id } });
    expect(await emailsAbout(shop, gift.id)).toEqual([]);
    // The giver doesn't learn the recipient's preferences.
    expect((await willing.call(listGifts)).given).toMatchObject([{ id: gift.id, state: 'notified' }]);
  });
});
