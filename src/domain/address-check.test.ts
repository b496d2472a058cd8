import { expect, test } from 'vitest';
import type { Address } from './address.ts';
import { type BookAddress, suggestionFor } from './address-check.ts';

const TYPED: Address = {
  fullName: 'Ada Quill',
  addressLine1: '12 North Gannet Street',
  addressLine2: 'Apartment 3-b',
  city: 'Saint Élie',
  stateProvince: 'ME',
  postalCode: '04614',
  country: 'US',
  countryName: null,
};
const BOOK: BookAddress = {
  addressLine1: '12 N GANNET ST',
  addressLine2: 'APT 3B',
  city: 'ST ELIE',
  stateProvince: 'ME',
  postalCode: '04614-1234',
};

test.each([
  ['written otherwise', {}],
  ['with the door on the street’s line', { addressLine1: '12 N GANNET ST APT 3B', addressLine2: '' }],
])('what is the same address, %s, is no suggestion', (_how, changes) => {
  expect(suggestionFor(TYPED, { ...BOOK, ...changes })).toBeNull();
});

test.each([
  [{ addressLine1: '12 N GANNETT ST' }, { addressLine1: '12 N Gannett St' }],
  [{ addressLine2: 'APT 4B' }, { addressLine2: 'Apt 4B' }],
  [{ city: 'WICK HARBOR' }, { city: 'Wick Harbor' }],
  [{ stateProvince: 'NH' }, { stateProvince: 'NH' }],
  [{ postalCode: '04615-0001' }, { postalCode: '04615-0001' }],
])('%o is suggested, and the other lines stay as typed', (changes, expected) => {
  expect(suggestionFor(TYPED, { ...BOOK, ...changes })).toEqual({ ...TYPED, ...expected });
});
