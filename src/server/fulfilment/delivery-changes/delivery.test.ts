import { describe, expect, test } from 'vitest';
import { rowOf } from '../../../../test/builders/months.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { HARBOR_ADDRESS, type Shopper } from '../../../../test/clients/shopper.ts';
import { API } from '../../../contract/api.ts';
import { recordPosted } from '../runs/ledger.ts';

const shop = await startShop();
const LIGHTHOUSE = { ...HARBOR_ADDRESS, addressLine1: 'The Lighthouse' };
const CHAPEL = { ...HARBOR_ADDRESS, addressLine1: '3 Chapel Steps' };

async function buyTwice(): Promise<{ person: Shopper; first: string; second: string }> {
  const person = await shop.signUp();
  const bought = [await person.buy(), await person.buy({ buyAnother: true })];
  const [first, second] = await Promise.all(
    bought.map(async ({ subscriptionId }) => await rowOf(shop, subscriptionId)),
  );
  return { person, first: first?.id ?? '', second: second?.id ?? '' };
}

const addressLines = async (person: Shopper) =>
  (await person.call(API.listAddresses)).addresses.map(({ label, addressLine1 }) => `${label}: ${addressLine1}`);

describe('the address of one subscription', () => {
  test('changes for that subscription alone; the default address and the others stay', async () => {
    const { person, first, second } = await buyTwice();
    const reply = await person.call(API.changeDelivery, { params: { id: second }, body: LIGHTHOUSE });
    expect(reply.address).toMatchObject({ label: 'Subscription 2', addressLine1: 'The Lighthouse', isDefault: false });
    expect((await person.call(API.getDelivery, { params: { id: first } })).address.label).toBe('Home');
    expect(await person.homeAddress()).toMatchObject({ label: 'Home', addressLine1: '1 Gannet Row', isDefault: true });
  });

  test('changed again is the same row; given back the default address it is that one', async () => {
    const { person, second } = await buyTwice();
    const change = (body: typeof CHAPEL) => person.call(API.changeDelivery, { params: { id: second }, body });
    await change(LIGHTHOUSE);
    await change(CHAPEL);
    expect(await addressLines(person)).toEqual(['Home: 1 Gannet Row', 'Subscription 2: 3 Chapel Steps']);
    expect((await change(HARBOR_ADDRESS)).address).toMatchObject({ label: 'Home', isDefault: true });
  });

  test('names the first letter a change applies to', async () => {
    const { person, first } = await buyTwice();
    const { firstLetter, toCome } = await person.call(API.getDelivery, { params: { id: first } });
    expect(firstLetter?.letter).toBe(1);
    expect(toCome?.first).toBe(1);
    const today = new Date(shop.clock.now()).toISOString().slice(0, 10);
    const posted = { subscriptionId: first, letter: 1, attempt: 1, nominalOn: today, handedOverOn: today };
    await recordPosted(
      shop.ctx.db,
      [{ ...posted, address: { ...HARBOR_ADDRESS, addressLine2: null, countryName: null } }],
      shop.clock.now(),
    );
    expect((await person.call(API.getDelivery, { params: { id: first } })).firstLetter?.letter).toBe(2);
  });

  test('must be one the post can find: what is wrong is said by field', async () => {
    const { person, first } = await buyTwice();
    const body = { ...HARBOR_ADDRESS, city: '', postalCode: 'nowhere' };
    await expect(person.call(API.changeDelivery, { params: { id: first }, body })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { city: expect.any(String) as string },
    });
  });
});
