import type { LocalError } from './failures.ts';

export type CardField = 'number' | 'expiry' | 'cvc' | 'zip';

export type Typed = Record<CardField, string>;

export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'unknown';

export function brandOf(number: string): Brand {
  if (number.startsWith('4')) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^3[47]/.test(number)) return 'amex';
  return /^6(011|5|4[4-9])/.test(number) ? 'discover' : 'unknown';
}

const numberLength = (number: string) => (brandOf(number) === 'amex' ? 15 : 16);
const cvcLength = (number: string) => (brandOf(number) === 'amex' ? 4 : 3);

export function digitsOf(field: CardField, input: string, number: string): string {
  if (field === 'zip')
    return input
      .toUpperCase()
      .replaceAll(/[^A-Z0-9 -]/g, '')
      .slice(0, 10);
  const digits = input.replaceAll(/\D/g, '');
  if (field === 'number') return digits.slice(0, numberLength(digits));
  if (field === 'cvc') return digits.slice(0, cvcLength(number));
  // "3" can only be March; a browser's autofill may write the year in full.
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return padded.length === 6 && padded.slice(2, 4) === '20' ? padded.slice(0, 2) + padded.slice(4) : padded.slice(0, 4);
}

export function display(field: CardField, digits: string): string {
  if (field === 'number') return groups(digits).filter(Boolean).join(' ');
  if (field === 'expiry' && digits.length > 2) return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
  return digits;
}

function groups(digits: string): string[] {
  if (brandOf(digits) === 'amex') return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)];
  return digits.match(/.{1,4}/g) ?? [];
}

export function expiryOf(digits: string): { month: number; year: number } {
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) };
}

const INCOMPLETE: Record<CardField, LocalError> = {
  number: { code: 'incomplete_number', message: 'Your card number is incomplete.' },
  expiry: { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." },
  cvc: { code: 'incomplete_cvc', message: "Your card's security code is incomplete." },
  zip: { code: 'incomplete_zip', message: 'Your postal code is incomplete.' },
};
const SHORTEST_ZIP = 3;

/** Why a field is incomplete; `null` when it is complete. */
export function incompleteness(field: CardField, typed: Typed): LocalError | null {
  const { length } = typed[field];
  const needed = {
    number: numberLength(typed.number),
    expiry: 4,
    cvc: cvcLength(typed.number),
    zip: SHORTEST_ZIP,
  };
  return length < needed[field] ? INCOMPLETE[field] : null;
}

/** Why more typing cannot complete a field; `null` when it can. */
export function wrongness(field: CardField, typed: Typed, today: Date): LocalError | null {
  if (incompleteness(field, typed)) return null;
  if (field === 'number' && !passesLuhn(typed.number)) {
    return { code: 'invalid_number', message: 'Your card number is invalid.' };
  }
  return field === 'expiry' ? wrongExpiry(expiryOf(typed.expiry), today) : null;
}

function wrongExpiry({ month, year }: { month: number; year: number }, today: Date): LocalError | null {
  if (month < 1 || month > 12) {
    return { code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." };
  }
  if (year < today.getFullYear()) {
    return { code: 'invalid_expiry_year_past', message: "Your card's expiration year is in the past." };
  }
  const past = year === today.getFullYear() && month < today.getMonth() + 1;
  return past ? { code: 'invalid_expiry_month_past', message: "Your card's expiration date is in the past." } : null;
}

function passesLuhn(number: string): boolean {
  const sum = number
    .split('')
    .reverse()
    .reduce((total, digit, position) => {
      const value = Number(digit) * (position % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
