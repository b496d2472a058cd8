import { expect, test } from 'vitest';
import type { Address } from './address.ts';
import { type BookAddress, confirmedRouting, suggestionFor } from './address-check.ts';

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

test.each([
  ['04614', '04614-1234', '56', '04614123456'],
  ['04614-1234', '04614-1234', '56', '04614123456'],
  ['04614', '04614-1234', null, '046141234'],
  ['04614', '04614', '56', null],
  // The envelope would say one thing and its barcode another.
  ['04614-9999', '04614-1234', '56', null],
  ['04615', '04614-1234', '56', null],
])('a barcode to %s, which the book has as %s with point %s, is routed by %s', (typed, known, point, routing) => {
  const answer = { verdict: 'deliverable', book: { ...BOOK, postalCode: known }, deliveryPoint: point } as const;
  expect(confirmedRouting({ ...TYPED, postalCode: typed }, answer)).toBe(routing);
});

test('only an address that the book has as typed, and can deliver to, has a routing of the book’s', () => {
  const answer = { verdict: 'deliverable', book: BOOK, deliveryPoint: '56' } as const;
  expect(confirmedRouting(TYPED, { ...answer, verdict: 'unit_missing' })).toBeNull();
  expect(confirmedRouting(TYPED, { ...answer, book: { ...BOOK, addressLine1: '14 N GANNET ST' } })).toBeNull();
});
