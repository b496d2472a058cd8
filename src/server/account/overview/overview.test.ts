import { eq, inArray } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { describe, expect, test } from 'vitest';
import { letAMonthPass } from '../../../../test/builders/months.ts';
import { holdLetters } from '../../../../test/builders/case-files.ts';
import { giveGift, newYorkToday } from '../../../../test/builders/gifts.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { Shopper } from '../../../../test/clients/shopper.ts';
import { getAccount, saveProfile } from '../../../contract/account.ts';
import { listGifts } from '../../../contract/gifts.ts';
import { getLetters } from '../../../contract/letters.ts';
import { getOverview } from '../../../contract/overview.ts';
import { addDays, newYorkDate } from '../../../domain/calendar-date.ts';
import { mailingPieces } from '../../fulfilment/schema.ts';
import { recordHandedOver } from '../../fulfilment/runs/ledger.ts';
import { holidayOverrides } from '../../platform/schema.ts';
import { readAccount } from './queries.ts';

const shop = await startShop();
const today = newYorkDate(new Date());

/** Hands a letter of the person's subscription to the post, so many days ago. */
async function handOverLetter(user: Shopper, letter: number, daysAgo: number): Promise<number> {
  const [subscription] = (await user.call(getAccount)).subscriptions;
  const handedOverOn = addDays(today, -daysAgo);
  const address = { ...HARBOR_ADDRESS, addressLine2: null, countryName: null };
  const piece = {
    subscriptionId: subscription?.id ?? '',
    letter,
    attempt: 1,
    nominalOn: handedOverOn,
    handedOverOn,
    address,
  };
  return await recordHandedOver(shop.ctx.db, [piece], new Date());
}

async function shown(user: Shopper) {
  const [subscription] = (await user.call(getAccount)).subscriptions;
  return { lettersReceived: subscription?.lettersReceived, firstLetter: subscription?.firstLetter };
}

describe('the account of someone', () => {
  test('without a subscription has a profile and nothing else', async () => {
    const user = await Shopper.signUp(shop, null);
    const { profile, subscriptions } = await user.call(getAccount);
    expect(profile).toMatchObject({
      id: user.userId,
      email: user.email,
      preferences: { emailNotifications: true, guideEmails: true },
    });
    expect(subscriptions).toEqual([]);
  });

  test('with several shows them oldest first', async () => {
    const user = await shop.signUp();
    await user.buy();
    await user.buy({ buyAnother: true, planType: 'annual' });
    const { subscriptions } = await user.call(getAccount);
    expect(subscriptions.map(({ planType }) => planType)).toEqual(['monthly', 'annual']);
  });

  test('who has changed name and preferences shows the new ones, and what was not mentioned stays', async () => {
    const user = await shop.signUp();
    await user.call(saveProfile, { body: { preferences: { emailNotifications: false } } });
    await user.call(saveProfile, { body: { fullName: '  Leonora Vane ' } });
    expect((await user.call(getAccount)).profile).toMatchObject({
      fullName: 'Leonora Vane',
      preferences: { emailNotifications: false, guideEmails: true },
    });
  });
});

test('the overview answers in one call what the account, the gifts and each season’s letters answer', async () => {
  const [giver, user] = [await shop.signUp(), await shop.signUp()];
  await user.buy();
  await giveGift(user, newYorkToday(shop));
  const given = await holdLetters(shop, giver, { come: 3, claimedBy: user });
  const { gifts, letters, ...account } = await user.call(getOverview);
  expect(account).toEqual(await user.call(getAccount));
  expect(gifts).toEqual(await user.call(listGifts));
  const [own] = account.subscriptions.filter(({ isGift }) => !isGift);
  expect(letters.map(({ subscriptionId }) => subscriptionId).sort()).toEqual([own?.id ?? '', given].sort());
  for (const { subscriptionId, calendar } of letters) {
    expect(calendar).toEqual(await user.call(getLetters, { params: { id: subscriptionId } }));
  }
  const giversOwn = await giver.call(getOverview);
  expect(giversOwn.letters).toEqual([]);
});

test('the account and the corrected calendar are read in one statement', async () => {
  const user = await shop.signUp();
  await user.buy();
  const [added, removed] = [addDays(today, 400), addDays(today, 401)];
  const correction = { note: '', createdAt: new Date() };
  await shop.ctx.db.insert(holidayOverrides).values([
    { day: added, isHoliday: true, ...correction },
    { day: removed, isHoliday: false, ...correction },
  ]);
  const asked: string[] = [];
  const logger = { logQuery: (text: string) => void asked.push(text) };
  try {
    const account = await readAccount(drizzle({ client: shop.ctx.db.$client, logger }), user.userId, today);
    expect(asked).toHaveLength(1);
    expect(account?.holidays).toEqual({ add: [added], remove: [removed] });
  } finally {
    await shop.ctx.db.delete(holidayOverrides).where(inArray(holidayOverrides.day, [added, removed]));
  }
});

describe('letters received', () => {
  test('are counted from the mailing ledger once their arrival window has passed', async () => {
    const user = await shop.signUp();
    await user.buy();
    expect(await shown(user)).toMatchObject({
      lettersReceived: 0,
      firstLetter: { earliest: expect.any(String) as string },
    });
    await handOverLetter(user, 1, 30);
    expect(await shown(user)).toEqual({ lettersReceived: 1, firstLetter: null });
    await handOverLetter(user, 2, 0);
    expect(await shown(user)).toMatchObject({ lettersReceived: 1 });
  });

  test('count at once when the subscriber says that one came', async () => {
    const user = await shop.signUp();
    await user.buy();
    await handOverLetter(user, 1, 0);
    expect(await shown(user)).toMatchObject({ lettersReceived: 0 });
    const [subscription] = (await user.call(getAccount)).subscriptions;
    const own = eq(mailingPieces.subscriptionId, subscription?.id ?? '');
    await shop.ctx.db.update(mailingPieces).set({ confirmedAt: new Date() }).where(own);
    expect(await shown(user)).toMatchObject({ lettersReceived: 1 });
  });

  test('count once, however often the same letter is written down', async () => {
    const user = await shop.signUp();
    await user.buy();
    expect([await handOverLetter(user, 1, 30), await handOverLetter(user, 1, 30)]).toEqual([1, 0]);
    expect(await shown(user)).toMatchObject({ lettersReceived: 1 });
  });
});

// Last test: moves the clock.
test('a discounted plan shows what its next month takes, or what its year took', async () => {
  const user = await shop.signUp();
  const fifthOff = { percent_off: 20, duration: 'repeating', duration_in_months: 2 } as const;
  await user.buy({ promotionCodeId: await shop.promotion(fifthOff) });
  const free = await shop.promotion({ percent_off: 100, duration: 'forever' });
  await user.buy({ buyAnother: true, promotionCodeId: free });
  const once = await shop.promotion({ percent_off: 10, duration: 'once' });
  await user.buy({ buyAnother: true, planType: 'annual', promotionCodeId: once });
  const costs = async () => (await user.call(getAccount)).subscriptions.map(({ costCents }) => costCents);
  expect(await costs()).toEqual([1200, 0, 13_770]);
  const frees = async () => (await user.call(getAccount)).subscriptions.map(({ isFree }) => isFree);
  expect(await frees()).toEqual([false, true, false]);
  await letAMonthPass(shop, user);
  expect(await costs()).toEqual([1500, 0, 13_770]);
});
