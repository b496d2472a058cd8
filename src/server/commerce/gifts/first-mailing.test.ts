import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailsAbout, giveAnnouncedGift, giveGift, newYorkToday } from '../../../../test/builders/gifts.ts';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import { queuedEmails } from '../../../../test/clients/mailbox.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { openFulfilment, type FulfilmentFixture } from '../../../../test/server/fulfilment.ts';
import { announceGift, claimGift, listGifts } from '../../../contract/gifts.ts';
import { getLetters } from '../../../contract/letters.ts';
import { addDays, calendarDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { NO_OVERRIDES, previousBusinessDay } from '../../../domain/holidays.ts';
import { firstLetterFreezeInstant, firstLetterWindow } from '../../../domain/mailing-calendar.ts';
import { handOver } from '../../fulfilment/hand-over/hand-over.ts';
import { notifyHandedOver } from '../../fulfilment/hand-over/notify-handed-over.ts';
import { freezeRun } from '../../fulfilment/freeze.ts';
import { recordFileHashes } from '../../fulfilment/print/files.ts';
import { printRun } from '../../fulfilment/print/print.ts';
import { openRun } from '../../fulfilment/runs/runs.ts';
import { mailingPieces } from '../../fulfilment/schema.ts';
import { subscriptions } from '../schema.ts';

const shop = await startShop();

const BOUGHT_ON = '2026-11-02';

describe('a gift bought long before goes out with the right first mailing', () => {
  let fulfilment: FulfilmentFixture;
  beforeAll(async () => {
    fulfilment = await openFulfilment(`${BOUGHT_ON}T15:00:00Z`);
  });
  afterAll(() => fulfilment.close());

  test.each<[why: string, startDate: CalendarDate, firstMailing: CalendarDate]>([
    ['the last of a month, a Monday', '2026-11-30', '2026-12-01'],
    ['Thanksgiving', '2026-11-26', '2026-11-27'],
    ['Christmas, a Friday', '2026-12-25', '2026-12-28'],
    ['New Year’s Eve, before a holiday and a weekend', '2026-12-31', '2027-01-04'],
    ['the last of January, a Sunday', '2027-01-31', '2027-02-01'],
    ['Saturday before Presidents’ Day', '2027-02-13', '2027-02-16'],
    ['the last of February, a Sunday', '2027-02-28', '2027-03-01'],
    ['the day before a Juneteenth that is observed on a Friday', '2027-06-17', '2027-06-21'],
    ['Independence Day, a Sunday, observed on Monday', '2027-07-04', '2027-07-06'],
    ['the last day that can be chosen', '2027-11-02', '2027-11-03'],
  ])('begun on %s', async (_why, startDate, firstMailing) => {
    const { subscriptionId } = await addSubscriber(fulfilment.db, { serviceStart: BOUGHT_ON });
    await fulfilment.db
      .update(subscriptions)
      .set({ serviceStart: startDate })
      .where(eq(subscriptions.id, subscriptionId));
    expect(firstLetterWindow(startDate).earliest).toBe(firstMailing);
    expect(await mailedWith(previousBusinessDay(firstMailing), subscriptionId)).toBe(false);
    expect(await mailedWith(firstMailing, subscriptionId)).toBe(true);
  });

  /** Whether that day's first letters, frozen as the day begins in New York, have this subscription's among them. */
  async function mailedWith(day: CalendarDate, subscriptionId: string): Promise<boolean> {
    const run = await fulfilment.firstLetters(day);
    fulfilment.now = new Date(firstLetterFreezeInstant(day).getTime() + 60_000);
    await fulfilment.freeze(run.id);
    const pieces = await fulfilment.db
      .select()
      .from(mailingPieces)
      .where(eq(mailingPieces.subscriptionId, subscriptionId));
    return pieces.some(({ runId }) => runId === run.id);
  }
});

test('a gift that starts today by New York’s clock and yesterday by the buyer’s begins today; one of New York’s yesterday is refused', async () => {
  const giver = await shop.signUp();
  // Half past eight in the evening or later in New York: tomorrow everywhere east of the Atlantic.
  const now = shop.clock.now();
  const evening = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 1, 30);
  await shop.letPass((evening - now.getTime()) / 1000);
  await giver.signInAgain();
  const startDate = newYorkToday(shop);
  expect(shop.clock.now().toISOString().slice(0, 10)).toBe(addDays(startDate, 1));
  const gift = await giveGift(giver, startDate);
  expect(gift).toMatchObject({ startDate, firstLetter: firstLetterWindow(startDate) });
  await expect(giveGift(giver, addDays(startDate, -1))).rejects.toMatchObject({
    fields: { startDate: expect.any(String) as string },
  });
  expect((await giver.call(listGifts)).given).toHaveLength(1);
});

test('when letter 1 leaves is one statement to giver and recipient, of the day of its run once it is addressed; its email says who gave it', async () => {
  const [giver, recipient] = [await shop.signUp(), await shop.signUp()];
  const { gift, token } = await giveAnnouncedGift(shop, giver);
  await recipient.call(claimGift, { body: { token } });
  const shownDays = async () => {
    const { given } = await giver.call(listGifts);
    const { received } = await recipient.call(listGifts);
    const { letters } = await recipient.call(getLetters, { params: { id: gift.subscriptionId } });
    return [given[0]?.firstLetter, received[0]?.firstLetter, letters[0]?.handOver];
  };
  const window = firstLetterWindow(calendarDate(gift.startDate));
  expect(await shownDays()).toEqual([window, window, window]);

  const day = window.earliest;
  // Two in the morning: an announcement may leave once an hour.
  const sealed = firstLetterFreezeInstant(day).getTime() + 7_200_000;
  await shop.letPass(Math.ceil((sealed - shop.clock.now().getTime()) / 1_000));
  for (const user of [giver, recipient]) await user.signInAgain();
  const run = await openRun(shop.ctx.db, { kind: 'first_letter', nominalOn: day }, NO_OVERRIDES, shop.clock.now());
  await freezeRun(shop.ctx, run.id, null);
  const only = { earliest: day, latest: day };
  expect(await shownDays()).toEqual([only, only, only]);
  await giver.call(announceGift, { params: { id: gift.id } });
  expect((await emailsAbout(shop, gift.id))[0]?.data).toMatchObject({ firstLetter: only });

  await printRun(shop.ctx, run.id, null);
  await recordFileHashes(shop.ctx, { runId: run.id, batch: 1 });
  await handOver(shop.ctx, { runId: run.id, batch: null, on: null }, null);
  await notifyHandedOver(shop.ctx, { runId: run.id, batch: 1 });
  expect((await shownDays()).slice(0, 2)).toEqual([null, null]);
  const [email] = await queuedEmails(shop.ctx, { recipient: recipient.email });
  expect(email).toMatchObject({ kind: 'letter-mailed', data: { gift: { giverName: 'Ada Quill', cancelled: false } } });
});
