import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export type IdPrefix =
  | 'cus'
  | 'pm'
  | 'prod'
  | 'price'
  | 'coupon'
  | 'promo'
  | 'di'
  | 'sub'
  | 'si'
  | 'in'
  | 'il'
  | 'inpay'
  | 'pi'
  | 'seti'
  | 'ch'
  | 're'
  | 'dp'
  | 'evt'
  | 'we'
  | 'clock'
  | 'req';

/** `length` characters nobody can guess, in Stripe's alphabet. */
export function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** A new id in Stripe's form, e.g. `sub_1Qx…`. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomText(24)}`;
}

/** A client secret of an intent: its id, then what only the payer's browser is told. */
export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(25)}`;
}
