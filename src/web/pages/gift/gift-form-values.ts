import type { GiftDraftInput, MailingAddress } from '../../../contract/gifts.ts';
import type { PlanType } from '../../../domain/plans.ts';
import type { AddressLines } from '../address/address-form.ts';

/** As typed: every line is text, empty when there is none (rules/gifts 4). */
export interface GiftFormValues {
  readonly recipientName: string;
  readonly recipientEmail: string;
  readonly mailingAddress: MailingFormValues;
  readonly giftMessage: string;
  readonly startDate: string;
  readonly skipRecipientEmail: boolean;
}

export type MailingFormValues = Record<keyof MailingAddress, string>;

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

/** The paths of the address within a form. */
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
