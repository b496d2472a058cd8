import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import { hashOf } from './one-time-tokens.ts';

/** 120 random bits: from 112 on a plain hash keeps a code safe (OWASP ASVS 6.5.2). */
const CODE_BYTES = 15;
const LETTERS = 24;

/** A code that its user types: 'ABCDEF-GHIJKL-MNOPQR-STUVWX'. */
export function newPrintedCode(): string {
  const letters = new Secret({ buffer: Uint8Array.from(randomBytes(CODE_BYTES)).buffer }).base32;
  return letters.match(/.{6}/g)?.join('-') ?? letters;
}

/** Null for a text that is no such code; spaces, hyphens and case do not matter. */
export function hashOfPrintedCode(typed: string): Buffer | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '');
  return letters.length === LETTERS && /^[A-Z2-7]+$/.test(letters) ? hashOf(letters) : null;
}
