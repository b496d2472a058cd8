import * as z from 'zod/mini';
import { emailAddressOf } from '../domain/email-address.ts';
import { cleanCode, cleanDraft, cleanLine, cleanLines } from '../domain/typed-text.ts';

const UNSTORABLE = 'This text has a character that we can’t store. Delete that character, or type the text again.';

/** PostgreSQL cannot store U+0000. */
const withoutNul = z.refine<string>((text) => !text.includes('\u0000'), UNSTORABLE);
/** Lone surrogates cannot be encoded as UTF-8. */
const wellFormed = z.refine<string>((text) => !/\p{Surrogate}/u.test(text), UNSTORABLE);

function cleaned(clean: (typed: string) => string, max: number) {
  const atMost = z.maxLength(max, `Use at most ${max} characters.`);
  return z.string().check(withoutNul, wellFormed, z.overwrite(clean), atMost);
}

export const text = (max: number) => cleaned(cleanLine, max);

export const lines = (max: number) => cleaned(cleanLines, max);

export const code = (max: number) => cleaned(cleanCode, max);

/** Keeps spaces at the end, since a text saved during typing may end with one. */
export const untrimmedText = (max: number) => cleaned(cleanDraft, max);

export function requiredText(max: number, message = 'Please fill this in.') {
  return text(max).check(z.minLength(1, message));
}

/** `domain/address` stores an empty text as null (rules/checkout 9). */
export function optionalText(max: number) {
  return z._default(z.nullable(text(max)), null);
}

/** A text that matches an expression. zod's own formats would add 1.2 kB to the browser's scripts. */
export const pattern = (expression: RegExp, message: string) => z.string().check(z.regex(expression, message));

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Whether the text is a UUID, in upper or lower case. */
export const isUuid = (text: string) => UUID.test(text.toLowerCase());
export const uuid = pattern(UUID, 'Not an id we issue.');
const NO_EMAIL = 'Please enter a valid email address.';
export const email = z.string().check(
  z.overwrite((typed) => emailAddressOf(typed) ?? typed),
  z.refine((address) => emailAddressOf(address) !== null, NO_EMAIL),
);
/** An id of Stripe's, such as `pm_…`. It is only compared, never trusted. */
export const stripeId = pattern(/^[A-Za-z0-9_]{3,255}$/, 'Not an id of the payment provider.');
/** An instant, RFC 3339 in UTC. */
export const instant = pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, 'Not an instant.');
/** A date YYYY-MM-DD in New York. */
export const calendarDate = pattern(/^\d{4}-\d\d-\d\d$/, 'Not a calendar date.');
