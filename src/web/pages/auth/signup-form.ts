import * as z from 'zod/mini';
import { email, requiredText } from '../../../contract/fields.ts';
import { sessionStorageItem, SIGNUP_DRAFT } from '../../app/session-storage-item.ts';
import {
  addressValues,
  addressShape,
  type AddressFormValues,
  EMPTY_ADDRESS,
  reportAddressProblems,
} from '../address/address-form.ts';
import type { AddressPart } from '../address/address-check.tsx';
import { reportPasswordProblems } from './password-problem.ts';

const { fullName: _name, ...addressLines } = addressShape;
const { fullName: _fullName, ...emptyLines } = EMPTY_ADDRESS;

/** Two names of this length and a space fit on an envelope's name line. */
const NAME_LIMIT = 49;

const fields = {
  firstName: requiredText(NAME_LIMIT, 'Enter your first name.'),
  lastName: requiredText(NAME_LIMIT, 'Enter your last name.'),
  email,
  password: z.string(),
  confirmPassword: z.string(),
  ...addressLines,
};

/** For the recipient of a gift, whose letters already have an address. */
export const recipientSignupForm = z.object(fields).check((form) => reportPasswordProblems('signup', form, form.value));

export const signupForm = z.object(fields).check((form) => {
  reportPasswordProblems('signup', form, form.value);
  reportAddressProblems(form, shippingAddressOf(form.value));
});

/** The fields that a reload restores, never the passwords. */
const storedSignup = z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), ...addressLines });

export const signupDraft = sessionStorageItem(SIGNUP_DRAFT, storedSignup);

export function storeSignup({ password: _password, confirmPassword: _again, ...values }: SignupForm): void {
  signupDraft.store(values);
}

export type SignupForm = z.output<typeof signupForm>;

export const EMPTY_SIGNUP: SignupForm = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmPassword: '',
  ...emptyLines,
};

export function fullNameOf({ firstName, lastName }: Pick<SignupForm, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

export function shippingAddressOf(form: SignupForm): AddressFormValues {
  return addressValues((field) => (field === 'fullName' ? fullNameOf(form) : form[field]));
}

export const SIGNUP_ADDRESS: AddressPart<SignupForm> = {
  read: shippingAddressOf,
  write: (form, { fullName: _full, ...lines }) => ({ ...form, ...lines }),
};
