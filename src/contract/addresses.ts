import * as z from 'zod/mini';
import { ADDRESS_LINE_LIMIT, POSTAL_CODE_LIMIT } from '../domain/address.ts';
import { endpoint } from './endpoint.ts';
import { code, instant, optionalText, requiredText, text, uuid } from './fields.ts';

/** An address line that only some countries require; `domain/address` checks it (rules/checkout 36). */
export const lineOfSomeCountries = z._default(text(ADDRESS_LINE_LIMIT), '');

/** Accepts 'ME' as well as 'Maine'. */
export const region = z._default(code(ADDRESS_LINE_LIMIT), '');
export const postalCode = code(POSTAL_CODE_LIMIT).check(z.minLength(1, 'Please fill this in.'));

export const addressInput = z.object({
  fullName: requiredText(ADDRESS_LINE_LIMIT),
  addressLine1: requiredText(ADDRESS_LINE_LIMIT),
  addressLine2: optionalText(ADDRESS_LINE_LIMIT),
  city: lineOfSomeCountries,
  stateProvince: region,
  postalCode,
  country: z.string().check(z.regex(/^([A-Z]{2}|OTHER)$/, 'Choose a country from the list.')),
  /** The name of the country if `country` is OTHER (rules/checkout 10). */
  countryName: optionalText(ADDRESS_LINE_LIMIT),
});
export type AddressInput = z.output<typeof addressInput>;

export const postalAddress = z.object({
  fullName: z.string(),
  addressLine1: z.string(),
  addressLine2: z.nullable(z.string()),
  city: z.string(),
  stateProvince: z.string(),
  postalCode: z.string(),
  country: z.string(),
  countryName: z.nullable(z.string()),
});

export const addressReply = z.object({
  id: uuid,
  label: z.string(),
  ...postalAddress.shape,
  isDefault: z.boolean(),
  createdAt: instant,
});
export type AddressReply = z.output<typeof addressReply>;

export const listAddresses = endpoint('GET /api/addresses', {
  access: 'user',
  summary: 'The signed-in person’s addresses, the default one first.',
  reply: z.object({ addresses: z.array(addressReply) }),
});

export const getAddress = endpoint('GET /api/addresses/:id', {
  access: 'user',
  summary: 'One of the signed-in person’s addresses.',
  params: z.object({ id: uuid }),
  reply: addressReply,
  errors: ['not_found'],
});

const doubtReply = z.object({
  doubt: z.nullable(z.enum(['spelling', 'unit_missing', 'unit_unconfirmed', 'undeliverable'])),
  /** The address as the post writes it; null if that is the address as typed. */
  suggestion: z.nullable(postalAddress),
});
export type AddressDoubtReply = z.output<typeof doubtReply>;

const addressQuestion = z.object({
  ...addressInput.shape,
  /** True: the user says that the address is right as typed, so no suggestion is made. */
  asTyped: z._default(z.boolean(), false),
});

/** Called before a form saves an address. The user can save the address whatever the answer is (rules/checkout 50). */
export const checkAddressNow = endpoint('POST /api/addresses/check', {
  access: 'session',
  summary: 'Asks the post about an address, where the shop has somebody to ask.',
  body: addressQuestion,
  reply: doubtReply,
});

/** Checks an address on the sign-up form, where there is no account yet. */
export const checkVisitorsAddress = endpoint('POST /api/addresses/check-of-visitor', {
  access: 'public',
  summary: 'Asks the post about the address of a visitor who is signing up.',
  body: addressQuestion,
  reply: doubtReply,
});

const newAddress = z.object({
  ...addressInput.shape,
  /** The id of the address to correct. It is changed in place unless paid letters go to it (rules/checkout 39). */
  replaces: z.optional(uuid),
});

/** The first address becomes the default; saving the same address again returns it. */
export const createAddress = endpoint('POST /api/addresses', {
  access: 'session',
  summary: 'Saves an address. The same address saved twice is one row.',
  body: newAddress,
  reply: addressReply,
});

export const deleteAddress = endpoint('DELETE /api/addresses/:id', {
  access: 'session',
  summary: 'Deletes one of the signed-in person’s addresses that nothing uses.',
  params: z.object({ id: uuid }),
  reply: z.object({ deleted: z.literal(true) }),
  errors: ['not_found', 'address_in_use'],
});
