import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { letAMonthPass } from '../../../../test/builders/months.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { HARBOR_ADDRESS, Shopper } from '../../../../test/clients/shopper.ts';
import { getAccount, saveProfile } from '../../../contract/account.ts';
import { addDays, newYorkDate } from '../../../domain/calendar-date.ts';
import { mailingPieces } from '../../fulfilment/schema.ts';
import { recordPosted } from '../../fulfilment/runs/ledger.ts';

const shop = await startShop();
const today = newYorkDate(new Date());

/** Hands a letter of the person's subscription to the post, so many days ago. */
async function post(person: Shopper, letter: number, daysAgo: number): Promise<number> {
  const [subscription] = (await person.call(getAccount)).subscriptions;
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
  return await recordPosted(shop.ctx.db, [piece], new Date());
}

async function shown(person: Shopper) {
  const [subscription] = (await person.call(getAccount)).subscriptions;
  return { lettersReceived: subscription?.lettersReceived, firstLetter: subscription?.firstLetter };
}

describe('the account of somebody', () => {
  test('without a subscription has a profile and nothing else', async () => {
    const person = await Shopper.signUp(shop, null);
    const { profile, subscriptions } = await person.call(getAccount);
    expect(profile).toMatchObject({
      id: person.userId,
      email: person.email,
      preferences: { emailNotifications: true },
    });
    expect(subscriptions).toEqual([]);
  });

  test('with several shows them oldest first', async () => {
    const person = await shop.signUp();
    await person.buy();
    await person.buy({ buyAnother: true, planType: 'annual' });
    const { subscriptions } = await person.call(getAccount);
    expect(subscriptions.map(({ planType }) => planType)).toEqual(['monthly', 'annual']);
  });

  test('who has changed name and preferences shows the new ones, and what was not mentioned stays', async () => {
    const person = await shop.signUp();
    await person.call(saveProfile, { body: { preferences: { emailNotifications: false } } });
    await person.call(saveProfile, { body: { fullName: '  Leonora Vane ' } });
    expect((await person.call(getAccount)).profile).toMatchObject({
      fullName: 'Leonora Vane',
      preferences: { emailNotifications: false },
    });
  });
});

describe('letters received', () => {
  test('are counted from the mailing ledger once their arrival window has passed', async () => {
    const person = await shop.signUp();
    await person.buy();
    expect(await shown(person)).toMatchObject({
      lettersReceived: 0,
      firstLetter: { earliest: expect.any(String) as string },
    });
    await post(person, 1, 30);
    expect(await shown(person)).toEqual({ lettersReceived: 1, firstLetter: null });
    await post(person, 2, 0);
    expect(await shown(person)).toMatchObject({ lettersReceived: 1 });
  });

  test('count at once when the subscriber says that one came', async () => {
    const person = await shop.signUp();
    await person.buy();
    await post(person, 1, 0);
    expect(await shown(person)).toMatchObject({ lettersReceived: 0 });
    const [subscription] = (await person.call(getAccount)).subscriptions;
    const own = eq(mailingPieces.subscriptionId, subscription?.id ?? '');
    await shop.ctx.db.update(mailingPieces).set({ confirmedAt: new Date() }).where(own);
    expect(await shown(person)).toMatchObject({ lettersReceived: 1 });
  });

  test('count once, however often the same letter is written down', async () => {
    const person = await shop.signUp();
    await person.buy();
    expect([await post(person, 1, 30), await post(person, 1, 30)]).toEqual([1, 0]);
    expect(await shown(person)).toMatchObject({ lettersReceived: 1 });
  });
});

// The last test: time passes.
test('a discounted plan shows what its next month takes, or what its year took', async () => {
  const person = await shop.signUp();
  const fifthOff = { percent_off: 20, duration: 'repeating', duration_in_months: 2 } as const;
  await person.buy({ promotionCodeId: await shop.promotion(fifthOff) });
  const free = await shop.promotion({ percent_off: 100, duration: 'forever' });
  await person.buy({ buyAnother: true, promotionCodeId: free });
  const once = await shop.promotion({ percent_off: 10, duration: 'once' });
  await person.buy({ buyAnother: true, planType: 'annual', promotionCodeId: once });
  const costs = async () => (await person.call(getAccount)).subscriptions.map(({ costCents }) => costCents);
  expect(await costs()).toEqual([1200, 0, 13_770]);
  await letAMonthPass(shop, person);
  expect(await costs()).toEqual([1500, 0, 13_770]);
});
