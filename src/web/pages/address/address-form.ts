import * as z from 'zod/mini';
import type { AddressReply } from '../../../contract/addresses.ts';
import { type AddressField, validateAddress } from '../../../domain/address.ts';

export type AddressFormValues = Record<AddressField, string>;

/** Checked as a whole: what a line may be depends on the country. */
export const addressShape = {
  fullName: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  city: z.string(),
  stateProvince: z.string(),
  postalCode: z.string(),
  country: z.string(),
  countryName: z.string(),
} satisfies Record<AddressField, z.ZodMiniType>;

export const ADDRESS_FIELDS = Object.keys(addressShape) as AddressField[];

export const addressForm = z.object(addressShape).check((form) => reportAddressProblems(form, form.value));

export function reportAddressProblems(form: z.core.ParsePayload, address: AddressFormValues): void {
  const result = validateAddress(address);
  if (result.ok) return;
  for (const [field, { message }] of Object.entries(result.problems)) {
    form.issues.push({ code: 'custom', message, path: [field], input: form.value });
  }
}

export const EMPTY_ADDRESS: AddressFormValues = {
  fullName: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  stateProvince: '',
  postalCode: '',
  country: 'US',
  countryName: '',
};

export type AddressLines = Pick<AddressReply, AddressField>;

export function toFormValues(address: AddressLines): AddressFormValues {
  return {
    fullName: address.fullName,
    addressLine1: address.addressLine1,
    addressLine2: address.addressLine2 ?? '',
    city: address.city,
    stateProvince: address.stateProvince,
    postalCode: address.postalCode,
    country: address.country,
    countryName: address.countryName ?? '',
  };
}

/** Whether two forms would print the same envelope. */
export function isSameAddress(a: AddressFormValues, b: AddressFormValues): boolean {
  return ADDRESS_FIELDS.every((field) => a[field].trim() === b[field].trim());
}

export function addressTitle({ label, addressLine1, city }: AddressReply): string {
  return `${label}: ${addressLine1}, ${city}`;
}
