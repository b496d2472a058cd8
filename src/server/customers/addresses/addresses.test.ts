import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { startShop } from '../../../../test/server/shop.ts';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { Shopper } from '../../../../test/clients/shopper.ts';
import { getAccount } from '../../../contract/account.ts';
import { createAddress, deleteAddress, getAddress, listAddresses } from '../../../contract/addresses.ts';
import { changeDelivery } from '../../../contract/subscriptions.ts';
import { shippingAddresses } from '../schema.ts';

const shop = await startShop();

async function labels(user: Shopper): Promise<string[]> {
  const { addresses } = await user.call(listAddresses);
  return addresses.map(({ label, isDefault }) => (isDefault ? `${label} (default)` : label));
}

describe('an address', () => {
  test('typed at sign-up is called Home and is the default', async () => {
    const user = await shop.signUp();
    expect(await labels(user)).toEqual(['Home (default)']);
    expect(await user.homeAddress()).toMatchObject(HARBOR_ADDRESS);
  });

  test('made elsewhere first is called Primary and is the default; the next one is not', async () => {
    const user = await Shopper.signUp(shop, null);
    await user.addAddress({});
    await user.addAddress({ addressLine1: '2 Harbor Heights' });
    expect(await labels(user)).toEqual(['Primary (default)', 'Address 2']);
  });

  test('saved again, from a second window or after Back, is the same row', async () => {
    const user = await shop.signUp();
    const typed = { addressLine1: '7 Surgery Lane', addressLine2: '  ' };
    const saved = await Promise.all(Array.from({ length: 10 }, () => user.addAddress(typed)));
    expect(new Set(saved.map(({ id }) => id)).size).toBe(1);
    expect(await labels(user)).toEqual(['Home (default)', 'Address 2']);
  });

  test('corrected keeps its row, by whose id it is read', async () => {
    const user = await shop.signUp();
    const { id } = await user.homeAddress();
    const body = { ...HARBOR_ADDRESS, addressLine1: '3 Constabulary Yard', replaces: id };
    const changed = await user.call(createAddress, { body });
    expect(changed).toMatchObject({ id, label: 'Home', addressLine1: '3 Constabulary Yard', isDefault: true });
    expect(await user.call(getAddress, { params: { id } })).toEqual(changed);
  });

  test('that fits no envelope is refused field by field, before anything is saved', async () => {
    const user = await shop.signUp();
    const body = { ...HARBOR_ADDRESS, city: '', postalCode: '4614' };
    await expect(user.call(createAddress, { body })).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
      fields: { city: expect.any(String) as string, postalCode: expect.any(String) as string },
    });
    const wrongCode = { ...HARBOR_ADDRESS, postalCode: '4614' };
    await expect(user.call(createAddress, { body: wrongCode })).rejects.toMatchObject({
      fields: { postalCode: expect.stringContaining('ZIP') as string },
    });
    expect(await labels(user)).toEqual(['Home (default)']);
  });

  test('in a country without regions needs none, and is the same row whatever was stored before', async () => {
    const user = await shop.signUp();
    const { stateProvince: _region, ...lines } = HARBOR_ADDRESS;
    const denmark = { ...lines, country: 'DK', city: 'København', postalCode: '1050' };
    const saved = await user.call(createAddress, { body: denmark });
    expect(saved.stateProvince).toBe('');
    const isSaved = eq(shippingAddresses.id, saved.id);
    await shop.ctx.db.update(shippingAddresses).set({ stateProvince: 'Hovedstaden' }).where(isSaved);
    expect((await user.call(createAddress, { body: denmark })).id).toBe(saved.id);
    const singapore = { ...lines, country: 'SG', city: '', postalCode: '018956' };
    expect(await user.call(createAddress, { body: singapore })).toMatchObject({ city: 'Singapore' });
  });

  test('in a country of no list needs that country’s real name', async () => {
    const user = await shop.signUp();
    await expect(user.addAddress({ country: 'OTHER' })).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await user.addAddress({ country: 'OTHER', countryName: 'Iceland' })).toMatchObject({
      countryName: 'Iceland',
    });
  });

  test('corrected on the way to the payment stays one row, until letters are paid for there', async () => {
    const user = await shop.signUp();
    const typed = await user.addAddress({ addressLine1: '7 Gaol Lane' });
    const body = { ...HARBOR_ADDRESS, addressLine1: '8 Gaol Lane', replaces: typed.id };
    expect(await user.call(createAddress, { body })).toMatchObject({ id: typed.id, addressLine1: '8 Gaol Lane' });
    expect(await labels(user)).toEqual(['Home (default)', 'Address 2']);
    await user.buy({ shippingAddressId: typed.id });
    const another = { ...HARBOR_ADDRESS, addressLine1: '9 Gaol Lane', replaces: typed.id };
    expect(await user.call(createAddress, { body: another })).toMatchObject({ label: 'Address 3' });
    const [own] = (await user.call(getAccount)).subscriptions;
    expect(own?.shippingAddress).toMatchObject({ id: typed.id, addressLine1: '8 Gaol Lane' });
  });

  test('that is the default, or that an open checkout names, is corrected in its row too', async () => {
    const user = await shop.signUp();
    const { id } = await user.homeAddress();
    const correct = async (addressLine1: string) =>
      await user.call(createAddress, { body: { ...HARBOR_ADDRESS, addressLine1, replaces: id } });
    expect(await correct('2 Gannet Row')).toMatchObject({ id, label: 'Home', isDefault: true });
    const order = await user.order({ shippingAddressId: id });
    const open = await user.submit(order);
    expect(await correct('3 Gannet Row')).toMatchObject({ id, addressLine1: '3 Gannet Row' });
    await user.confirm(open, order.paymentMethodId);
    await user.settle(open);
    const [own] = (await user.call(getAccount)).subscriptions;
    expect(own?.shippingAddress).toMatchObject({ id, addressLine1: '3 Gannet Row' });
    expect(await labels(user)).toEqual(['Home (default)']);
  });

  test('corrected into another one on file is that one, and adds none', async () => {
    const user = await shop.signUp();
    const { id } = await user.homeAddress();
    const other = await user.addAddress({ addressLine1: '7 Gaol Lane' });
    const body = { ...HARBOR_ADDRESS, addressLine1: '7 Gaol Lane', replaces: id };
    expect((await user.call(createAddress, { body })).id).toBe(other.id);
    expect(await labels(user)).toEqual(['Home (default)', 'Address 2']);
  });

  test('that nothing uses can be deleted; one that letters go to, or that is the default, cannot', async () => {
    const user = await shop.signUp();
    const unused = await user.addAddress({ addressLine1: '7 Gaol Lane' });
    const remove = async (id: string) => await user.call(deleteAddress, { params: { id } });
    expect(await remove(unused.id)).toEqual({ deleted: true });
    await expect(remove(unused.id)).rejects.toMatchObject({ code: 'not_found' });
    const home = (await user.homeAddress()).id;
    await expect(remove(home)).rejects.toMatchObject({ status: 409, code: 'address_in_use' });
    const bought = await user.addAddress({ addressLine1: '9 Gaol Lane' });
    await user.buy({ shippingAddressId: bought.id });
    await expect(remove(bought.id)).rejects.toMatchObject({ code: 'address_in_use' });
    expect(await remove(home)).toEqual({ deleted: true });
    const stranger = await shop.signUp();
    await expect(stranger.call(deleteAddress, { params: { id: bought.id } })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('that a subscription has moved away from can be deleted once no late freeze can ask for it', async () => {
    const user = await shop.signUp();
    await user.buy();
    const [own] = (await user.call(getAccount)).subscriptions;
    const moved = { ...HARBOR_ADDRESS, addressLine1: 'The Lighthouse' };
    const { address } = await user.call(changeDelivery, { params: { id: own?.id ?? '' }, body: moved });
    const back = { ...HARBOR_ADDRESS, addressLine1: '1 Gannet Row' };
    await user.call(changeDelivery, { params: { id: own?.id ?? '' }, body: back });
    const params = { id: address.id };
    await expect(user.call(deleteAddress, { params })).rejects.toMatchObject({ code: 'address_in_use' });
    await shop.letPass(31 * 86_400);
    await user.signInAgain();
    expect(await user.call(deleteAddress, { params })).toEqual({ deleted: true });
  });
});
