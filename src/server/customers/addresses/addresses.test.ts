import { describe, expect, test } from 'vitest';
import { startShop } from '../../../../test/server/shop.ts';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { Shopper } from '../../../../test/clients/shopper.ts';
import { createAddress, getAddress, listAddresses, updateAddress } from '../../../contract/addresses.ts';

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
    expect(await labels(user)).toEqual(['Primary (default)', 'Subscription 2']);
  });

  test('saved again, from a second window or after Back, is the same row', async () => {
    const user = await shop.signUp();
    const typed = { addressLine1: '7 Surgery Lane', addressLine2: '  ' };
    const saved = await Promise.all(Array.from({ length: 10 }, () => user.addAddress(typed)));
    expect(new Set(saved.map(({ id }) => id)).size).toBe(1);
    expect(await labels(user)).toEqual(['Home (default)', 'Subscription 2']);
  });

  test('is read and changed by its id', async () => {
    const user = await shop.signUp();
    const { id } = await user.homeAddress();
    const body = { ...HARBOR_ADDRESS, addressLine1: '3 Constabulary Yard' };
    const changed = await user.call(updateAddress, { params: { id }, body });
    expect(changed).toMatchObject({ id, label: 'Home', addressLine1: '3 Constabulary Yard', isDefault: true });
    expect(await user.call(getAddress, { params: { id } })).toEqual(changed);
  });

  test('that fits no envelope is refused field by field, before anything is saved', async () => {
    const user = await shop.signUp();
    const body = { ...HARBOR_ADDRESS, city: '', postalCode: '4614', stateProvince: 'x'.repeat(200) };
    await expect(user.call(createAddress, { body })).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
      fields: { city: expect.any(String) as string, stateProvince: expect.any(String) as string },
    });
    const wrongCode = { ...HARBOR_ADDRESS, postalCode: '4614' };
    await expect(user.call(createAddress, { body: wrongCode })).rejects.toMatchObject({
      fields: { postalCode: expect.stringContaining('ZIP') as string },
    });
    expect(await labels(user)).toEqual(['Home (default)']);
  });

  test('in a country of no list needs that country’s real name', async () => {
    const user = await shop.signUp();
    await expect(user.addAddress({ country: 'OTHER' })).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await user.addAddress({ country: 'OTHER', countryName: 'Iceland' })).toMatchObject({
      countryName: 'Iceland',
    });
  });
});
