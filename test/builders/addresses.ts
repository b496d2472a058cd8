import type { AddressInput } from '../../src/contract/addresses.ts';
import type { FrozenAddress } from '../../src/server/customers/schema.ts';

/** The address that every test user has. */
export const HARBOR_ADDRESS = {
  fullName: 'Ada Quill',
  addressLine1: '1 Gannet Row',
  addressLine2: null,
  city: 'Wick Harbor',
  stateProvince: 'ME',
  postalCode: '04614',
  country: 'US',
  countryName: null,
} satisfies AddressInput & FrozenAddress;

/** The address of a gift's recipient. */
export const RECIPIENT_ADDRESS = {
  fullName: 'Wendell Pike',
  addressLine1: '4 Tar Lane',
  addressLine2: null,
  city: 'Whitby',
  state: '',
  postalCode: 'YO22 4JR',
  country: 'GB',
} as const;
