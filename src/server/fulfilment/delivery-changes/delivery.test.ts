import { and, eq } from 'drizzle-orm';
import { addDays, calendarDate } from '../../../domain/calendar-date.ts';
import { describe, expect, test } from 'vitest';
import { rowOf } from '../../../../test/builders/months.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { giveGift, inDays, newYorkToday } from '../../../../test/builders/gifts.ts';
import { Shopper } from '../../../../test/clients/shopper.ts';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import { API } from '../../../contract/api.ts';
import type { LettersReply } from '../../../contract/letters.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { emailOutbox } from '../../platform/schema.ts';
import { recordHandedOver } from '../runs/ledger.ts';

const shop = await startShop();
const LIGHTHOUSE = { ...HARBOR_ADDRESS, addressLine1: 'The Lighthouse' };
const CHAPEL = { ...HARBOR_ADDRESS, addressLine1: '3 Chapel Steps' };

async function buyTwice(): Promise<{ user: Shopper; first: string; second: string }> {
  const user = await shop.signUp();
  const bought = [await user.buy(), await user.buy({ buyAnother: true })];
  const [first, second] = await Promise.all(
    bought.map(async ({ subscriptionId }) => await rowOf(shop, subscriptionId)),
  );
  return { user, first: first?.id ?? '', second: second?.id ?? '' };
}

const addressLines = async (user: Shopper) =>
  (await user.call(API.listAddresses)).addresses.map(({ label, addressLine1 }) => `${label}: ${addressLine1}`);

describe('the address of one subscription', () => {
  test('changes for that subscription alone; the default address and the others stay', async () => {
    const { user, first, second } = await buyTwice();
    const reply = await user.call(API.changeDelivery, { params: { id: second }, body: LIGHTHOUSE });
    expect(reply.address).toMatchObject({ label: 'Subscription 2', addressLine1: 'The Lighthouse', isDefault: false });
    expect((await user.call(API.getDelivery, { params: { id: first } })).address.label).toBe('Home');
    expect(await user.homeAddress()).toMatchObject({ label: 'Home', addressLine1: '1 Gannet Row', isDefault: true });
  });

  test('changed again is the same row; given back the default address it is that one', async () => {
    const { user, second } = await buyTwice();
    const change = (body: typeof CHAPEL) => user.call(API.changeDelivery, { params: { id: second }, body });
    await change(LIGHTHOUSE);
    await change(CHAPEL);
    expect(await addressLines(user)).toEqual(['Home: 1 Gannet Row', 'Subscription 2: 3 Chapel Steps']);
    expect((await change(HARBOR_ADDRESS)).address).toMatchObject({ label: 'Home', isDefault: true });
  });

  test('is written in a row of its own while an open checkout names the one it has', async () => {
    const { user, second } = await buyTwice();
    const change = (body: typeof CHAPEL) => user.call(API.changeDelivery, { params: { id: second }, body });
    const { address } = await change(LIGHTHOUSE);
    await user.submit(await user.order({ shippingAddressId: address.id, buyAnother: true }));
    expect((await change(CHAPEL)).address.id).not.toBe(address.id);
    expect(await user.call(API.getAddress, { params: { id: address.id } })).toMatchObject(LIGHTHOUSE);
  });

  test('names the first letter a change applies to, and until when the guarantee runs', async () => {
    const { user, first, second } = await buyTwice();
    const { firstLetter, toCome } = await user.call(API.getDelivery, { params: { id: first } });
    expect(firstLetter?.letter).toBe(1);
    expect(toCome?.first).toBe(1);
    const today = calendarDate(shop.clock.now().toISOString().slice(0, 10));
    const handedOver = { subscriptionId: first, letter: 1, attempt: 1, nominalOn: today, handedOverOn: today };
    await recordHandedOver(
      shop.ctx.db,
      [{ ...handedOver, address: { ...HARBOR_ADDRESS, addressLine2: null, countryName: null } }],
      shop.clock.now(),
    );
    const afterwards = await user.call(API.getDelivery, { params: { id: first } });
    expect(afterwards.firstLetter?.letter).toBe(2);
    expect(afterwards.guarantee).toEqual({ open: true, lastDay: addDays(today, 30) });
    const before = await user.call(API.getDelivery, { params: { id: second } });
    expect(before.guarantee).toEqual({ open: true, lastDay: null });
  });

  test('must be one the post can find: what is wrong is said by field', async () => {
    const { user, first } = await buyTwice();
    const body = { ...HARBOR_ADDRESS, city: '', postalCode: 'nowhere' };
    await expect(user.call(API.changeDelivery, { params: { id: first }, body })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { city: expect.any(String) as string },
    });
  });
});

async function move(user: Shopper, following: readonly string[]) {
  const { addresses } = await user.call(API.listAddresses);
  const addressId = addresses.find(({ isDefault }) => isDefault)?.id ?? null;
  return await user.call(API.moveAddress, { body: { addressId, address: LIGHTHOUSE, subscriptions: [...following] } });
}

async function whereTo(user: Shopper, id: string): Promise<string> {
  return (await user.call(API.getDelivery, { params: { id } })).address.addressLine1;
}

const elsewhere = (user: Shopper, id: string, fromLetter: number, toLetter: number) =>
  user.call(API.sendElsewhere, { params: { id }, body: { fromLetter, toLetter, address: CHAPEL } });

describe('letters that go elsewhere for a while', () => {
  test('are none that a new address reaches: every form names the first that goes there, paid for by now or not', async () => {
    const { user, first, second } = await buyTwice();
    await elsewhere(user, first, 1, 3);
    const params = { id: first };
    expect((await user.call(API.getDelivery, { params })).firstLetter?.letter).toBe(4);
    expect((await user.call(API.changeDelivery, { params, body: LIGHTHOUSE })).firstLetter?.letter).toBe(4);
    expect((await move(user, [first, second])).moved).toEqual([
      { subscription: first, firstLetter: 4, copies: [] },
      { subscription: second, firstLetter: 1, copies: [] },
    ]);
    await elsewhere(user, first, 4, 24);
    const all = { firstLetter: null, elsewhere: true };
    expect(await user.call(API.getDelivery, { params })).toMatchObject(all);
    expect(await user.call(API.getDelivery, { params: { id: second } })).toMatchObject({ elsewhere: false });
  });

  test('and letters on hold are told of as long as they come: after a cancellation, of those that are paid for', async () => {
    const { user, first } = await buyTwice();
    const params = { id: first };
    const standing = async () => {
      const { holds, temporaryAddresses } = await user.call(API.getLetters, { params });
      return [...temporaryAddresses.map(({ letters }) => letters), ...holds.map(({ fromLetter }) => fromLetter)];
    };
    await elsewhere(user, first, 2, 6);
    await elsewhere(user, first, 5, 5);
    await user.call(API.holdLetters, { params, body: { fromLetter: 6, resumeOn: inDays(shop, 150) } });
    expect(await standing()).toEqual([[2, 3, 4, 6], [5], 6]);
    await user.call(API.cancelSubscription, { params });
    const last = (await user.call(API.getDelivery, { params })).toCome?.last;
    expect(await standing()).toEqual([last === 3 ? [2, 3] : [2]]);
    await user.call(API.resumeSubscription, { params });
    expect(await standing()).toEqual([[2, 3, 4, 6], [5], 6]);
  });
});

describe('moving is one act', () => {
  test('the named subscriptions follow, also one with an address of its own, and the first letter of each is named', async () => {
    const { user, first, second } = await buyTwice();
    await user.call(API.changeDelivery, { params: { id: second }, body: CHAPEL });
    const { address, moved } = await move(user, [first, second]);
    expect(address).toMatchObject({ label: 'Home', addressLine1: 'The Lighthouse', isDefault: true });
    expect(moved).toEqual([
      { subscription: first, firstLetter: 1, copies: [] },
      { subscription: second, firstLetter: 1, copies: [] },
    ]);
    expect([await whereTo(user, first), await whereTo(user, second)]).toEqual(['The Lighthouse', 'The Lighthouse']);
  });

  test('a subscription that does not follow keeps the old address, as a row with a number of its own', async () => {
    const { user, first, second } = await buyTwice();
    const spare = await user.call(API.createAddress, { body: LIGHTHOUSE });
    await user.call(API.createAddress, { body: CHAPEL });
    await user.call(API.deleteAddress, { params: { id: spare.id } });
    await move(user, [first]);
    expect([await whereTo(user, first), await whereTo(user, second)]).toEqual(['The Lighthouse', '1 Gannet Row']);
    expect(await addressLines(user)).toEqual([
      'Home: The Lighthouse',
      'Address 3: 3 Chapel Steps',
      'Address 4: 1 Gannet Row',
    ]);
  });

  test('to an address on file makes that one the default and stores nothing twice; what stays keeps the old row', async () => {
    const { user, first, second } = await buyTwice();
    const onFile = await user.call(API.createAddress, { body: LIGHTHOUSE });
    expect((await move(user, [first])).address).toMatchObject({ id: onFile.id, isDefault: true });
    expect([await whereTo(user, first), await whereTo(user, second)]).toEqual(['The Lighthouse', '1 Gannet Row']);
    expect(await addressLines(user)).toEqual(['Address 2: The Lighthouse', 'Home: 1 Gannet Row']);
  });

  test('a person without an address gets one: nothing has to follow', async () => {
    const user = await Shopper.signUp(shop, null);
    expect(await move(user, [])).toMatchObject({ address: { label: 'Primary', isDefault: true }, moved: [] });
  });

  test('a gift says to its giver which of its letters are paid for and still to come, cancelled or not', async () => {
    const user = await Shopper.signUp(shop);
    const { subscriptionId: id } = await giveGift(user, newYorkToday(shop));
    // The month from today has two or three mailing days.
    const toCome = { first: 1, last: expect.toBeOneOf([2, 3]) };
    expect(await user.call(API.getDelivery, { params: { id } })).toMatchObject({ toCome });
    await user.call(API.cancelSubscription, { params: { id } });
    expect(await user.call(API.getDelivery, { params: { id } })).toMatchObject({ toCome });
    const isHers = and(eq(emailOutbox.kind, 'subscription-cancelled'), eq(emailOutbox.recipient, user.email));
    const [email] = await shop.ctx.db.select().from(emailOutbox).where(isHers);
    expect(email?.data).toMatchObject({ giftFor: 'Wendell Pike', toCome });
  });

  test('a gift is no subscription that could follow', async () => {
    const { user, first } = await buyTwice();
    const { subscriptionId } = await giveGift(user, newYorkToday(shop));
    await expect(move(user, [first, subscriptionId])).rejects.toMatchObject({ status: 404, code: 'not_found' });
    expect(await whereTo(user, first)).toBe('1 Gannet Row');
  });
});

const letters = (reply: LettersReply) => reply.letters.length;

test('a hold under which a letter paid for would not come at all is refused; one that was there before a cancellation can be lifted', async () => {
  shop.clock.advance((Date.parse('2027-03-03T17:00:00Z') - shop.clock.now().getTime()) / 1_000);
  const user = await shop.signUp();
  const begun = { serviceStart: '2027-03-01', paid: 1, planType: 'monthly', mailedOn: ['2027-03-02'] } as const;
  const subscribe = async () => {
    const { subscriptionId } = await addSubscriber(shop.ctx.db, begun);
    await shop.ctx.db.update(subscriptions).set({ userId: user.userId }).where(eq(subscriptions.id, subscriptionId));
    return { id: subscriptionId };
  };
  const cancel = ({ id }: { readonly id: string }) =>
    shop.ctx.db.update(subscriptions).set({ status: 'cancelled' }).where(eq(subscriptions.id, id));
  const hold = (params: { readonly id: string }) =>
    user.call(API.holdLetters, { params, body: { fromLetter: 3, resumeOn: '2027-04-20' } });

  const cancelled = await subscribe();
  await cancel(cancelled);
  expect(letters(await user.call(API.getLetters, { params: cancelled }))).toBe(3);
  await expect(hold(cancelled)).rejects.toMatchObject({
    code: 'validation_failed',
    fields: {
      resumeOn:
        'With that hold, you’d lose letter 3, because your subscription ends before we could mail it. Choose an earlier date.',
    },
  });
  expect((await user.call(API.getLetters, { params: cancelled })).holds).toEqual([]);

  const held = await subscribe();
  await hold(held);
  await cancel(held);
  const reply = await user.call(API.getLetters, { params: held });
  expect([letters(reply), reply.holds]).toEqual([2, [expect.objectContaining({ fromLetter: 3 })]]);
  const params = { ...held, holdId: reply.holds[0]?.id ?? '' };
  expect(letters(await user.call(API.liftHold, { params }))).toBe(3);
});
