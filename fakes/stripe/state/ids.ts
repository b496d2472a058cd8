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
  | 'file'
  | 'ii'
  | 'issfr'
  | 'prv'
  | 'evt'
  | 'we'
  | 'clock'
  | 'req';

export function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomText(24)}`;
}

export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(25)}`;
}
