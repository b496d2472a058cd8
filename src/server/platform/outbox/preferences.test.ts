import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { SAMPLES } from '../../../../test/builders/email-samples.ts';
import { giveGift, mailsAbout, newYorkToday } from '../../../../test/builders/gifts.ts';
import { addReader } from '../../../../test/builders/readers.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { saveProfile } from '../../../contract/account.ts';
import { announceGift, listGifts } from '../../../contract/gifts.ts';
import { NO_OVERRIDES } from '../../../domain/holidays.ts';
import { EMAILS, type EmailKind } from '../../../emails/catalogue.ts';
import { emailsOut } from './schema.ts';
import { mailingPieces } from '../../fulfilment/schema.ts';
import { userProfiles } from '../../customers/schema.ts';
import { announceGifts } from '../../commerce/gifts/announce.ts';
import { takeFileHashes } from '../../fulfilment/print/files.ts';
import { freezeRun } from '../../fulfilment/freeze/freeze.ts';
import { handOver } from '../../fulfilment/dispatch/hand-over.ts';
import { printRun } from '../../fulfilment/print/print.ts';
import { openRun } from '../../fulfilment/runs/runs.ts';
import { tellOfLetters } from '../../fulfilment/dispatch/tell.ts';
import { queueEmail, type OutgoingEmail } from './queue.ts';

// Contact preferences are honoured by every mail that is not about money or safety. Made from the catalogue of mails: a kind that is
// not classified there, or has no sample, does not compile.

const shop = await startShop();
const { db } = shop.ctx;

let willing: Shopper;
let unwilling: Shopper;
beforeAll(async () => {
  [willing, unwilling] = [await shop.signUp(), await shop.signUp()];
  for (const [person, emailNotifications] of [
    [willing, true],
    [unwilling, false],
  ] as const) {
    await person.call(saveProfile, { body: { preferences: { emailNotifications } } });
  }
});

const KINDS = Object.keys(EMAILS) as EmailKind[];
const isOfTheirChoosing = (kind: EmailKind) => !['money', 'safety'].includes(EMAILS[kind].about);

/** How many mails of that kind go out to somebody, put into the post as the server does. */
async function mailsOf(kind: EmailKind, { email, userId }: Pick<Shopper, 'email' | 'userId'>): Promise<number> {
  const dedupeKey = `test:${randomUUID()}`;
  // The recipient of a gift is known by the address alone.
  const account = EMAILS[kind].about === 'gift' ? null : userId;
  const mail = { kind, to: email, data: SAMPLES[kind], userId: account, dedupeKey } as OutgoingEmail;
  await db.transaction((tx) => queueEmail(shop.ctx, tx, mail));
  return (await db.select().from(emailsOut).where(eq(emailsOut.dedupeKey, dedupeKey))).length;
}

describe('the preference counts', () => {
  test.each(KINDS.filter(isOfTheirChoosing))('for the mail %s', async (kind) => {
    expect([await mailsOf(kind, willing), await mailsOf(kind, unwilling)]).toEqual([1, 0]);
  });

  test.each(KINDS.filter((kind) => !isOfTheirChoosing(kind)))('not for the mail %s', async (kind) => {
    expect([await mailsOf(kind, willing), await mailsOf(kind, unwilling)]).toEqual([1, 1]);
  });

  test('and whoever has no account has not said no', async () => {
    const nobody = { email: `nobody-${randomUUID()}@example.com`, userId: randomUUID() };
    for (const kind of KINDS) expect(await mailsOf(kind, nobody)).toBe(1);
  });
});

describe('where mails are sent', () => {
  test('whoever wants none is not told of their letters, and the letters go all the same', async () => {
    const day = '2027-03-02';
    const told = await addReader(db, { serviceStart: '2027-03-01' });
    const untold = await addReader(db, { serviceStart: '2027-03-01' });
    const preferences = { emailNotifications: false };
    await db.update(userProfiles).set({ preferences }).where(eq(userProfiles.id, untold.userId));
    shop.clock.advance((Date.parse(`${day}T17:00:00Z`) - shop.clock.now().getTime()) / 1_000);
    const { id: runId } = await openRun(db, { kind: 'first_letter', nominalOn: day }, NO_OVERRIDES, shop.clock.now());
    await freezeRun(shop.ctx, runId, null);
    await printRun(shop.ctx, runId, null);
    await takeFileHashes(shop.ctx, { runId, batch: 1 });
    await handOver(shop.ctx, { runId, batch: null, on: null }, null);
    await tellOfLetters(shop.ctx, { runId, batch: 1 });
    expect(await db.select().from(mailingPieces).where(eq(mailingPieces.state, 'handed_over'))).toHaveLength(2);
    const mails = await db
      .select()
      .from(emailsOut)
      .where(inArray(emailsOut.recipient, [told.email, untold.email]));
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([['letter-mailed', told.email]]);
  });

  test('a gift to a member who wants none is announced by nobody but its giver', async () => {
    await willing.signInAgain();
    const gift = await giveGift(willing, newYorkToday(shop), { recipientEmail: unwilling.email });
    await announceGifts(shop.ctx);
    expect(await mailsAbout(shop, gift.id)).toEqual([]);
    shop.clock.advance(2 * 3_600);
    await willing.signInAgain();
    await willing.call(announceGift, { params: { id: gift.id } });
    expect(await mailsAbout(shop, gift.id)).toEqual([]);
    // The giver is told nothing of whose account has which preferences.
    expect((await willing.call(listGifts)).given).toMatchObject([{ id: gift.id, state: 'notified' }]);
  });
});
