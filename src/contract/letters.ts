import * as z from 'zod/mini';
import { LETTERS_PER_SEASON } from '../domain/season.ts';
import { addressInput, postalAddress } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, uuid } from './fields.ts';

const LETTER_UNKNOWN = `Letters are numbered from 1 to ${LETTERS_PER_SEASON}.`;
const letterNumber = z.int(LETTER_UNKNOWN).check(z.gte(1, LETTER_UNKNOWN), z.lte(LETTERS_PER_SEASON, LETTER_UNKNOWN));
/** The same in a path, where everything is text. */
const letterInPath = z.pipe(
  z.string().check(z.regex(/^([1-9]|1\d|2[0-4])$/, LETTER_UNKNOWN)),
  z.transform((text) => Number(text)),
);
const window = z.object({ earliest: calendarDate, latest: calendarDate });

export const calendarLetter = z.object({
  letter: z.int(),
  /** `frozen`: addressed and sealed. `overdue`: it should have come. `asked`: to be sent again if an operator agrees. */
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
  /** The nominal mailing day. */
  mailingDay: calendarDate,
  /** When it goes, or went, to the post. */
  handOver: window,
  deliveryWindow: window,
  /** The last day, in New York, on which its address can be changed; null once it no longer can. */
  addressChangeUntil: z.nullable(calendarDate),
  /** The day the post took it, in its newest attempt. */
  handedOverOn: z.nullable(calendarDate),
  canConfirm: z.boolean(),
  canReportMissing: z.boolean(),
});

const hold = z.object({ id: uuid, fromLetter: z.int(), resumeOn: calendarDate });
const temporaryAddress = z.object({ id: uuid, fromLetter: z.int(), toLetter: z.int(), address: postalAddress });

export const lettersReply = z.object({
  letters: z.array(calendarLetter),
  /** Holds and temporary addresses that still reach a letter to come. */
  holds: z.array(hold),
  temporaryAddresses: z.array(temporaryAddress),
});
export type LettersReply = z.output<typeof lettersReply>;

const ofSubscription = z.object({ id: uuid });

/** The personal calendar: every letter of a subscription. After a cancellation, those that have been paid for. */
export const getLetters = endpoint({
  method: 'GET',
  path: '/api/subscriptions/:id/letters',
  access: 'user',
  summary: 'The personal calendar of one subscription.',
  params: ofSubscription,
  reply: lettersReply,
  errors: ['not_found'],
});

export const getCalendarFile = endpoint({
  method: 'GET',
  path: '/api/subscriptions/:id/calendar',
  access: 'user',
  summary: 'The personal calendar as a file for calendar programs (iCalendar, RFC 5545).',
  params: ofSubscription,
  reply: z.object({ fileName: z.string(), content: z.string() }),
  errors: ['not_found'],
});

const ofLetter = z.object({ id: uuid, letter: letterInPath });

/** “It came.” Said twice it does no harm; said of a letter given up for lost, it takes that back. */
export const confirmLetter = endpoint({
  method: 'POST',
  path: '/api/subscriptions/:id/letters/:letter/arrived',
  access: 'session',
  summary: 'Confirms that a letter has come.',
  params: ofLetter,
  reply: lettersReply,
  errors: ['not_found', 'wrong_state'],
});

/** “Letter N hasn’t come”, once its window has passed. The first is sent again for nothing; after that an operator decides. */
export const reportMissing = endpoint({
  method: 'POST',
  path: '/api/subscriptions/:id/letters/:letter/missing',
  access: 'session',
  summary: 'Reports a letter as lost and asks for it again.',
  params: ofLetter,
  body: z.object({
    /** With the first letters of the next business day, or with the next letter. */
    sendAgain: z.enum(['now', 'with_next']),
  }),
  reply: lettersReply,
  errors: ['not_found', 'too_early', 'wrong_state'],
});

/** Held letters follow afterwards, one on each mailing day: a hold moves the end of the season, never what is paid. */
export const holdLetters = endpoint({
  method: 'POST',
  path: '/api/subscriptions/:id/holds',
  access: 'session',
  summary: 'Holds the mail from a letter on until a day.',
  params: ofSubscription,
  body: z.object({ fromLetter: letterNumber, resumeOn: calendarDate }),
  reply: lettersReply,
  errors: ['not_found', 'wrong_state'],
});

export const liftHold = endpoint({
  method: 'DELETE',
  path: '/api/subscriptions/:id/holds/:holdId',
  access: 'session',
  summary: 'Lifts a hold.',
  params: z.object({ id: uuid, holdId: uuid }),
  reply: lettersReply,
  errors: ['not_found'],
});

/** Chosen letters go elsewhere. Letters that are frozen keep the address they have. */
export const sendElsewhere = endpoint({
  method: 'POST',
  path: '/api/subscriptions/:id/temporary-addresses',
  access: 'session',
  summary: 'Gives chosen letters another address.',
  params: ofSubscription,
  body: z.object({ fromLetter: letterNumber, toLetter: letterNumber, address: addressInput }),
  reply: lettersReply,
  errors: ['not_found', 'wrong_state'],
});

export const withdrawTemporaryAddress = endpoint({
  method: 'DELETE',
  path: '/api/subscriptions/:id/temporary-addresses/:addressId',
  access: 'session',
  summary: 'Takes a temporary address back.',
  params: z.object({ id: uuid, addressId: uuid }),
  reply: lettersReply,
  errors: ['not_found'],
});
