import * as z from 'zod/mini';

/** Building blocks of the contracts. Limits are ours: SPEC names none, and a field without one is an open door. */

/** PostgreSQL cannot store U+0000, so it is refused at the edge rather than as a 500. */
const withoutNul = z.refine<string>((text) => !text.includes('\u0000'), 'Contains a character that cannot be stored.');
/** Lone surrogates cannot be encoded as UTF-8. */
const wellFormed = z.refine<string>((text) => !/\p{Surrogate}/u.test(text), 'Contains half of a character.');

/** A line of text, possibly empty: trimmed, at most `max` characters, all of them such as can be stored and sent on. */
export function text(max: number) {
  return z.string().check(z.trim(), z.maxLength(max, `At most ${max} characters, please.`), withoutNul, wellFormed);
}

/** A line of text a person must fill in. */
export function requiredText(max: number, message = 'Please fill this in.') {
  return text(max).check(z.minLength(1, message));
}

/** A line of text a person may leave out; an empty one is stored as null (SPEC §5). */
export function optionalText(max: number) {
  return z._default(
    z.nullable(
      z.pipe(
        text(max),
        z.transform((line) => (line === '' ? null : line)),
      ),
    ),
    null,
  );
}

export const uuid = z.uuid('Not an id we issue.');
export const email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(255), z.email('Please enter a valid email address.'));
/** An identifier the payment provider issued, such as `pm_…`; read, compared and never trusted. */
export const providerId = z.string().check(z.regex(/^[A-Za-z0-9_]{3,255}$/, 'Not an id of the payment provider.'));
/** An instant, RFC 3339 in UTC. */
export const instant = z.iso.datetime();
/** A calendar date of the post: YYYY-MM-DD in America/New_York. */
export const calendarDate = z.iso.date();
