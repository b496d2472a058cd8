import { zodResolver } from '@hookform/resolvers/zod';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import type { AddressReply } from '../../../contract/addresses.ts';
import { useSavedForm } from '../../app/forms.tsx';
import { type AddressField, validateAddress } from '../../../domain/address.ts';

export type AddressFormValues = Record<AddressField, string>;

/** Validated as a whole, since the country decides which lines are valid. In the form's order. */
export const addressShape = {
  fullName: z.string(),
  country: z.string(),
  countryName: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  city: z.string(),
  stateProvince: z.string(),
  postalCode: z.string(),
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

export function addressValues(valueOf: (field: AddressField) => string): AddressFormValues {
  return Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, valueOf(field)])) as AddressFormValues;
}

export const EMPTY_ADDRESS = addressValues((field) => (field === 'country' ? 'US' : ''));

export type AddressLines = Pick<AddressReply, AddressField>;

export function toFormValues(address: AddressLines | null): AddressFormValues {
  return address === null ? EMPTY_ADDRESS : addressValues((field) => address[field] ?? '');
}

export function useAddressForm(saved: AddressLines | null): UseFormReturn<AddressFormValues> {
  return useSavedForm(toFormValues(saved), { resolver: zodResolver(addressForm) });
}

export function addressTitle({ label, addressLine1, city }: AddressReply): string {
  return `${label}: ${addressLine1}, ${city}`;
}
