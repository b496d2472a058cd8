import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import { hashOf } from './one-time-tokens.ts';

/** 120 random bits. From 112 bits on, a plain hash is enough (OWASP ASVS 6.5.2). */
const CODE_BYTES = 15;
const LETTERS = 24;

/** A code for typing: 'ABCDEF-GHIJKL-MNOPQR-STUVWX'. */
export function newPrintedCode(): string {
  const letters = new Secret({ buffer: Uint8Array.from(randomBytes(CODE_BYTES)).buffer }).base32;
  return letters.match(/.{6}/g)?.join('-') ?? letters;
}

/** Null if the text isn't such a code. Ignores spaces, hyphens and case. */
export function hashOfPrintedCode(typed: string): Buffer | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '');
  return letters.length === LETTERS && /^[A-Z2-7]+$/.test(letters) ? hashOf(letters) : null;
}
