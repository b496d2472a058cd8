import * as z from 'zod/mini';
import { LETTERS_HELD_BY } from '../domain/held-letters.ts';
import { LETTERS_PER_SEASON } from '../domain/season.ts';
import { addressInput, postalAddress } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, uuid } from './fields.ts';

const LETTER_UNKNOWN = `Letters are numbered from 1 to ${LETTERS_PER_SEASON}.`;
const letterNumber = z.int(LETTER_UNKNOWN).check(z.gte(1, LETTER_UNKNOWN), z.lte(LETTERS_PER_SEASON, LETTER_UNKNOWN));
export const letterInPath = z.pipe(
  z.string().check(z.regex(/^([1-9]|1\d|2[0-4])$/, LETTER_UNKNOWN)),
  z.transform((text) => Number(text)),
);
const window = z.object({ earliest: calendarDate, latest: calendarDate });

/** The last place where the post scanned the envelope (rules/fulfilment 72); null without a scan. */
export const sighting = z.nullable(z.object({ city: z.string(), state: z.string(), on: calendarDate }));

export const calendarLetter = z.object({
  letter: z.int(),
  /**
   * `frozen`: its address is fixed. `overdue`: its arrival window has passed. `asked`: an operator must decide whether
   * to send it again.
   */
  state: z.enum([
    'planned',
    'frozen',
    'in_the_post',
    'overdue',
    'arrived',
    'lost',
    'returned',
    'sending_again',
    'asked',
  ]),
  mailingDay: calendarDate,
  handOver: window,
  /** Why it is mailed early, as a text for the page (rules/fulfilment 78). */
  early: z.nullable(z.string()),
  deliveryWindow: window,
  /** The last day in New York on which its address can be changed; null if it can't be changed any more. */
  addressChangeUntil: z.nullable(calendarDate),
  handedOverOn: z.nullable(calendarDate),
  /** By another shop. The days are invented. */
  mailedElsewhere: z.boolean(),
  canConfirm: z.boolean(),
  canReportMissing: z.boolean(),
  /** True if the letter won't be mailed again (rules/fulfilment 79). */
  refused: z.boolean(),
  /** The last scan of a letter that is in the mail. */
  lastSeen: sighting,
  /** The letter's replacement, until it is mailed (rules/fulfilment 51). */
  copy: z.nullable(z.object({ leavesOn: calendarDate, deliveryWindow: window, address: z.nullable(postalAddress) })),
  /**
   * For a letter reported missing now: when its replacement would be mailed, and to which address (rules/fulfilment
   * 50).
   */
  again: z.nullable(z.object({ now: calendarDate, withNext: calendarDate, address: z.nullable(postalAddress) })),
});

export const hold = z.object({ id: uuid, fromLetter: z.int(), resumeOn: calendarDate });
export const temporaryAddress = z.object({
  id: uuid,
  fromLetter: z.int(),
  toLetter: z.int(),
  /** The letters of the temporary address that are still to be mailed to it (rules/fulfilment 83). */
  letters: z.array(z.int()),
  address: postalAddress,
});

const lettersReply = z.object({
  letters: z.array(calendarLetter),
  holds: z.array(hold),
  temporaryAddresses: z.array(temporaryAddress),
  /** The first letter that isn't mailed yet, and its address. Once it is sealed, its address is fixed. */
  /**
   * The address is null between the end of address changes and the freeze that fixes the address (rules/fulfilment 80).
   */
  next: z.nullable(z.object({ letter: z.int(), address: z.nullable(postalAddress) })),
  /** Why `next` is null. The recipient of a gift doesn't see that a payment is the reason. */
  held: z.nullable(z.enum([...LETTERS_HELD_BY, 'gift', 'gift_ended'])),
  /** True if an operator will decide about the next report of a missing letter (rules/fulfilment 27). */
  missingIsLookedInto: z.boolean(),
});
export type LettersReply = z.output<typeof lettersReply>;

const ofSubscription = z.object({ id: uuid });

export const getLetters = endpoint('GET /api/subscriptions/:id/letters', {
  access: 'user',
  summary: 'The personal calendar of one subscription.',
  params: ofSubscription,
  reply: lettersReply,
  errors: ['not_found'],
});

export const getCalendarFile = endpoint('GET /api/subscriptions/:id/calendar', {
  access: 'user',
  summary: 'The personal calendar as a file for calendar programs (iCalendar, RFC 5545).',
  params: ofSubscription,
  reply: z.object({ fileName: z.string(), content: z.string() }),
  errors: ['not_found'],
});

const ofLetter = z.object({ id: uuid, letter: letterInPath });

export const sendAgain = z.object({ sendAgain: z.enum(['now', 'with_next']) });

/** Repeating it does nothing. It also withdraws a report that the letter was lost. */
export const confirmLetter = endpoint('POST /api/subscriptions/:id/letters/:letter/arrived', {
  access: 'session',
  summary: 'Confirms that a letter has come.',
  params: ofLetter,
  reply: lettersReply,
  errors: ['not_found', 'wrong_state'],
});

export const reportMissing = endpoint('POST /api/subscriptions/:id/letters/:letter/missing', {
  access: 'session',
  summary: 'Reports a letter as lost and asks for it again.',
  params: ofLetter,
  body: sendAgain,
  reply: lettersReply,
  errors: ['not_found', 'too_early', 'wrong_state'],
});

export const holdLetters = endpoint('POST /api/subscriptions/:id/holds', {
  access: 'session',
  summary: 'Holds the mail from a letter on until a day.',
  params: ofSubscription,
  body: z.object({ fromLetter: letterNumber, resumeOn: calendarDate }),
  reply: lettersReply,
  errors: ['not_found', 'wrong_state'],
});

export const liftHold = endpoint('DELETE /api/subscriptions/:id/holds/:holdId', {
  access: 'session',
  summary: 'Lifts a hold.',
  params: z.object({ id: uuid, holdId: uuid }),
  reply: lettersReply,
  errors: ['not_found'],
});

export const sendElsewhere = endpoint('POST /api/subscriptions/:id/temporary-addresses', {
  access: 'session',
  summary: 'Gives chosen letters another address.',
  params: ofSubscription,
  body: z.object({ fromLetter: letterNumber, toLetter: letterNumber, address: addressInput }),
  reply: lettersReply,
  errors: ['not_found', 'wrong_state'],
});

export const withdrawTemporaryAddress = endpoint('DELETE /api/subscriptions/:id/temporary-addresses/:addressId', {
  access: 'session',
  summary: 'Takes a temporary address back.',
  params: z.object({ id: uuid, addressId: uuid }),
  reply: lettersReply,
  errors: ['not_found'],
});
