import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emailsAbout, giveAnnouncedGift } from '../../../../test/builders/gifts.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { announceGift, correctGift, listGifts } from '../../../contract/gifts.ts';
import { calendarDate } from '../../../domain/calendar-date.ts';
import { NO_OVERRIDES } from '../../../domain/holidays.ts';
import { firstLetterFreezeInstant } from '../../../domain/mailing-calendar.ts';
import { freezeRun } from '../../fulfilment/freeze/freeze.ts';
import { printRun } from '../../fulfilment/print/print.ts';
import { openRun } from '../../fulfilment/runs/runs.ts';
import { mailingPieces } from '../../fulfilment/schema.ts';

const shop = await startShop();

test('message and recipient’s email can be corrected until letter 1 is printed, on the card in a sealed letter too', async () => {
  const giver = await shop.signUp();
  const { gift } = await giveAnnouncedGift(shop, giver);
  const words = { recipientEmail: 'pike@example.com', giftMessage: 'Keep every envelope.' };
  const correct = (body: typeof words) => giver.call(correctGift, { params: { id: gift.id }, body });
  const card = async () => {
    const [piece] = await shop.ctx.db
      .select()
      .from(mailingPieces)
      .where(eq(mailingPieces.subscriptionId, gift.subscriptionId));
    return piece?.card?.message;
  };
  expect(await correct(words)).toMatchObject({ ...words, correctable: true, announcedTo: 'wendell@example.com' });
  const nominalOn = calendarDate(gift.firstLetter?.earliest ?? '');
  const frozenAt = firstLetterFreezeInstant(nominalOn).getTime() + 60_000;
  await shop.letPass(Math.ceil((frozenAt - shop.clock.now().getTime()) / 1_000));
  await giver.signInAgain();
  const run = await openRun(shop.ctx.db, { kind: 'first_letter', nominalOn }, NO_OVERRIDES, shop.clock.now());
  await freezeRun(shop.ctx, run.id, null);
  expect(await card()).toBe('Keep every envelope.');
  const late = { ...words, giftMessage: 'Keep every stamp.' };
  expect(await correct(late)).toMatchObject({ changeableUntil: null, correctable: true });
  expect(await card()).toBe('Keep every stamp.');
  const again = await giver.call(announceGift, { params: { id: gift.id } });
  expect(again.announcedTo).toBe('pike@example.com');
  const emails = await emailsAbout(shop, gift.id);
  expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(['pike@example.com', 'wendell@example.com']);

  await printRun(shop.ctx, run.id, null);
  expect((await giver.call(listGifts)).given).toMatchObject([{ correctable: false }]);
  await expect(correct(words)).rejects.toMatchObject({ status: 409, code: 'gift_frozen' });
  expect(await card()).toBe('Keep every stamp.');
});
