import * as z from 'zod/mini';
import type { GiftDraftInput, MailingAddress } from '../../../contract/gifts.ts';
import type { PlanType } from '../../../domain/plans.ts';
import { planType } from '../../../contract/checkout.ts';
import { uuid } from '../../../contract/fields.ts';
import { sessionStorageItem } from '../../app/session-storage-item.ts';
import { type AddressFormValues, type AddressLines, toFormValues } from '../address/address-form.ts';
import type { AddressPart } from '../address/address-check.tsx';

const line = z.string();

/** As typed: every line is a text, empty if there is none (rules/gifts 4). */
export const giftFormValues = z.object({
  recipientName: line,
  recipientEmail: line,
  mailingAddress: z.object({
    fullName: line,
    addressLine1: line,
    addressLine2: line,
    city: line,
    state: line,
    postalCode: line,
    country: line,
  }),
  giftMessage: line,
  startDate: line,
  skipRecipientEmail: z.boolean(),
});
export type GiftFormValues = z.output<typeof giftFormValues>;
export type MailingFormValues = GiftFormValues['mailingAddress'];

export const EMPTY_GIFT: GiftFormValues = {
  recipientName: '',
  recipientEmail: '',
  mailingAddress: {
    fullName: '',
    addressLine1: '',
    addressLine2: '',
    city: '',
    state: '',
    postalCode: '',
    country: 'US',
  },
  giftMessage: '',
  startDate: '',
  skipRecipientEmail: false,
};

export const MAILING_FIELDS = (Object.keys(EMPTY_GIFT.mailingAddress) as (keyof MailingAddress)[]).map(
  (line) => `mailingAddress.${line}` as const,
);

export function toDraftInput({ skipRecipientEmail, ...typed }: GiftFormValues, planType: PlanType): GiftDraftInput {
  return {
    ...typed,
    mailingAddress: toMailingAddress(typed.mailingAddress),
    planType,
    notifyRecipient: !skipRecipientEmail,
  };
}

export function toMailingAddress(typed: MailingFormValues): MailingAddress {
  return { ...typed, addressLine2: typed.addressLine2 === '' ? null : typed.addressLine2 };
}

export function toMailingForm(address: MailingAddress): MailingFormValues {
  return { ...address, addressLine2: address.addressLine2 ?? '' };
}

export function toAddressLines({ state, ...address }: MailingAddress): AddressLines {
  return { ...address, stateProvince: state, countryName: null };
}

export function mailingPart<Values extends { readonly mailingAddress: MailingFormValues }>(): AddressPart<Values> {
  return {
    read: ({ mailingAddress }) => toFormValues(toAddressLines(toMailingAddress(mailingAddress))),
    write: (values, address) => ({ ...values, mailingAddress: toMailingLines(address) }),
  };
}

function toMailingLines({ stateProvince, countryName: _none, ...lines }: AddressFormValues): MailingFormValues {
  return { ...lines, state: stateProvince };
}

const storedGift = z.object({
  draftId: z.nullable(uuid),
  planType,
  values: giftFormValues,
});

/** Kept after a reload and a sign-in, but only for this user (rules/gifts 9). */
export function giftStorage(userId: string) {
  return sessionStorageItem(`gift-draft:${userId}`, storedGift);
}
