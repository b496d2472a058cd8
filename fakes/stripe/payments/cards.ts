import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { cardError, type StripeFailure } from '../http/failure.ts';
import type { Row } from '../state/table.ts';

/** The test cards of https://docs.stripe.com/testing. */
export type CardBehaviour =
  | { kind: 'pays' }
  | { kind: 'pays_then_disputes' }
  | { kind: 'declines'; decline: Decline; alsoWhenVerified: boolean }
  | { kind: 'authenticates'; unlessSetUp: boolean };

/** Never a number, never a CVC. */
export interface CardFacts extends Row {
  behaviour: CardBehaviour;
  setUp: boolean;
  /** Used or detached without a customer: it cannot be used again. */
  spent: boolean;
}

export interface TestCard {
  number: string;
  idForm: string;
  brand: 'visa' | 'mastercard' | 'amex' | 'discover';
  behaviour: CardBehaviour;
}

export interface Decline {
  code: string;
  declineCode: string;
  message: string;
}

const GENERIC = 'Your card was declined.';

function declines(code: string, declineCode = code, message = GENERIC, alsoWhenVerified = true): CardBehaviour {
  return { kind: 'declines', decline: { code, declineCode, message }, alsoWhenVerified };
}

const PAYS: CardBehaviour = { kind: 'pays' };

export const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

export const CARD_EXPIRED: Decline = {
  code: 'expired_card',
  declineCode: 'expired_card',
  message: 'Your card has expired.',
};

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', idForm: 'visa', brand: 'visa', behaviour: PAYS },
  { number: '5555555555554444', idForm: 'mastercard', brand: 'mastercard', behaviour: PAYS },
  { number: '378282246310005', idForm: 'amex', brand: 'amex', behaviour: PAYS },
  { number: '6011111111111117', idForm: 'discover', brand: 'discover', behaviour: PAYS },
  {
    number: '4000000000000002',
    idForm: 'visa_chargeDeclined',
    brand: 'visa',
    behaviour: declines('card_declined', 'generic_decline'),
  },
  {
    number: '4000000000009995',
    idForm: 'visa_chargeDeclinedInsufficientFunds',
    brand: 'visa',
    behaviour: declines('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  },
  {
    number: '4000000000009987',
    idForm: 'visa_chargeDeclinedLostCard',
    brand: 'visa',
    behaviour: declines('card_declined', 'lost_card'),
  },
  {
    number: '4000000000009979',
    idForm: 'visa_chargeDeclinedStolenCard',
    brand: 'visa',
    behaviour: declines('card_declined', 'stolen_card'),
  },
  {
    number: '4000000000000069',
    idForm: 'chargeDeclinedExpiredCard',
    brand: 'visa',
    behaviour: declines(CARD_EXPIRED.code, CARD_EXPIRED.declineCode, CARD_EXPIRED.message),
  },
  {
    number: '4000000000000127',
    idForm: 'chargeDeclinedIncorrectCvc',
    brand: 'visa',
    behaviour: declines('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."),
  },
  {
    number: '4000000000000119',
    idForm: 'chargeDeclinedProcessingError',
    brand: 'visa',
    behaviour: declines(
      'processing_error',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  },
  {
    number: '4000000000000341',
    idForm: 'chargeCustomerFail',
    brand: 'visa',
    behaviour: declines('card_declined', 'generic_decline', GENERIC, false),
  },
  {
    number: '4000002500003155',
    idForm: 'authenticationRequiredOnSetup',
    brand: 'visa',
    behaviour: { kind: 'authenticates', unlessSetUp: true },
  },
  {
    number: '4000002760003184',
    idForm: 'authenticationRequired',
    brand: 'visa',
    behaviour: { kind: 'authenticates', unlessSetUp: false },
  },
  { number: '4000000000000259', idForm: 'createDispute', brand: 'visa', behaviour: { kind: 'pays_then_disputes' } },
];

export function testCardOf(id: string): TestCard | undefined {
  return TEST_CARDS.find(({ idForm }) => id === `pm_card_${idForm}` || id === `tok_${idForm}`);
}

export interface CardInput {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc?: string | undefined;
}

/** @throws StripeFailure 402: not a card number, expired, wrong CVC length, or no test card of Stripe's */
export function readCard(input: CardInput, now: number): TestCard {
  const number = input.number.replaceAll(/[\s-]/g, '');
  if (!passesLuhn(number)) throw cardError({ code: 'incorrect_number', message: 'Your card number is incorrect.' });
  checkExpiry(input, now);
  const isAmex = /^3[47]/.test(number);
  if (input.cvc !== undefined && !(isAmex ? /^\d{3,4}$/ : /^\d{3}$/).test(input.cvc)) {
    throw cardError({ code: 'invalid_cvc', message: "Your card's security code is invalid." });
  }
  const card = TEST_CARDS.find((candidate) => candidate.number === number);
  if (!card) throw notATestCard();
  return card;
}

function checkExpiry({ exp_month: month, exp_year: year }: CardInput, now: number): void {
  if (month < 1 || month > 12) {
    throw cardError({ code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." });
  }
  const thisYear = new Date(now * 1000).getUTCFullYear();
  if (monthsLeft({ exp_month: month, exp_year: year }, now) < 0 || year > thisYear + 50) {
    throw cardError({ code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." });
  }
}

interface Expiry {
  exp_month: number;
  exp_year: number;
}

function monthsLeft({ exp_month, exp_year }: Expiry, now: number): number {
  const today = new Date(now * 1000);
  return (exp_year - today.getUTCFullYear()) * 12 + exp_month - (today.getUTCMonth() + 1);
}

export function hasExpired({ card }: Stripe.PaymentMethod, now: number): boolean {
  return card !== undefined && monthsLeft(card, now) < 0;
}

function notATestCard(): StripeFailure {
  return cardError({
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message: 'Your card was declined. Your request was in test mode, but used a non test card.',
  });
}

function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = number
    .split('')
    .reverse()
    .reduce((total, digit, position) => {
      const value = Number(digit) * (position % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

const DISPLAY_BRANDS = {
  visa: 'visa',
  mastercard: 'mastercard',
  amex: 'american_express',
  discover: 'discover',
} as const;

export function shownCard(card: TestCard, expiry: Expiry): Stripe.PaymentMethod.Card {
  return {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: DISPLAY_BRANDS[card.brand],
    exp_month: expiry.exp_month,
    exp_year: expiry.exp_year,
    fingerprint: createHash('sha256').update(`sandbox ${card.number}`).digest('base64url').slice(0, 16),
    funding: 'credit',
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}
