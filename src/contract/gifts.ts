import * as z from 'zod/mini';
import { ADDRESS_LINE_LIMIT } from '../domain/address.ts';
import { GIFT_MESSAGE_LIMIT, GIFT_STATES } from '../domain/gift.ts';
import { postalCode, region } from './addresses.ts';
import { planType, seasonId } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { guarantee } from './guarantee.ts';
import { calendarDate, email, instant, lines, optionalText, requiredText, uuid } from './fields.ts';

export const mailingAddress = z.object({
  fullName: requiredText(ADDRESS_LINE_LIMIT),
  addressLine1: requiredText(ADDRESS_LINE_LIMIT),
  addressLine2: optionalText(ADDRESS_LINE_LIMIT),
  city: requiredText(ADDRESS_LINE_LIMIT),
  state: region,
  postalCode,
  country: z.string().check(z.regex(/^[A-Z]{2}$/, 'Choose a country from the list.')),
});
export type MailingAddress = z.output<typeof mailingAddress>;

const draftInput = z.object({
  recipientName: requiredText(ADDRESS_LINE_LIMIT),
  recipientEmail: email,
  mailingAddress,
  giftMessage: z._default(lines(GIFT_MESSAGE_LIMIT), ''),
  startDate: calendarDate,
  planType: z._default(planType, 'monthly'),
  notifyRecipient: z._default(z.boolean(), true),
});
export type GiftDraftInput = z.output<typeof draftInput>;

/** Also returns stored values that the form no longer accepts. */
const draftReply = z.object({
  id: uuid,
  ...draftInput.shape,
  recipientEmail: z.string(),
  giftMessage: z.string(),
  /** The message as it is printed: the lines of each card, each line with its width in points. */
  cards: z.array(z.array(z.object({ text: z.string(), width: z.number() }))),
});
export type GiftDraftReply = z.output<typeof draftReply>;

export const createGiftDraft = endpoint('POST /api/gifts/drafts', {
  access: 'session',
  summary: 'Keeps a gift until it is paid for.',
  body: draftInput,
  reply: draftReply,
});

export const changeGiftDraft = endpoint('PUT /api/gifts/drafts/:id', {
  access: 'session',
  summary: 'Changes a gift that has not been paid for.',
  params: z.object({ id: uuid }),
  body: draftInput,
  reply: draftReply,
  errors: ['not_found'],
});

export const getGiftDraft = endpoint('GET /api/gifts/drafts/:id', {
  access: 'user',
  summary: 'A gift of the signed-in person’s that has not been paid for.',
  params: z.object({ id: uuid }),
  reply: draftReply,
  errors: ['not_found'],
});

const progress = {
  state: z.enum(GIFT_STATES),
  startDate: calendarDate,
  firstLetter: z.nullable(z.object({ earliest: calendarDate, latest: calendarDate })),
  lettersReceived: z.int(),
  totalLetters: z.int(),
  /** Until this instant the giver can change the address and the start date. Null if they no longer can. */
  changeableUntil: z.nullable(instant),
};

const givenGift = z.object({
  id: uuid,
  subscriptionId: uuid,
  ...progress,
  recipientName: z.string(),
  recipientEmail: z.string(),
  mailingAddress,
  giftMessage: z.string(),
  notifyRecipient: z.boolean(),
  announcedAt: z.nullable(instant),
  /** Null if there is no email, or if it was deleted. */
  announcedTo: z.nullable(z.string()),
  claimedAt: z.nullable(instant),
  /** Whether the message and the recipient's email can still be changed. */
  correctable: z.boolean(),
  mayAnnounce: z.boolean(),
  mayPrint: z.boolean(),
  guarantee,
});
export type GivenGift = z.output<typeof givenGift>;

/** A gift as its recipient sees it: without its price (rules/gifts 22). */
const receivedGift = z.object({
  id: uuid,
  subscriptionId: uuid,
  ...progress,
  seasonId,
  seasonName: z.string(),
  giverName: z.nullable(z.string()),
  giftMessage: z.string(),
  mailingAddress,
  /** The letters that a cancelled gift still brings; null once all are mailed. */
  toCome: z.nullable(z.object({ first: z.int(), last: z.int() })),
});
export type ReceivedGift = z.output<typeof receivedGift>;

export const listGifts = endpoint('GET /api/gifts', {
  access: 'user',
  summary: 'Gifts the signed-in person has given, and gifts they have claimed.',
  reply: z.object({ given: z.array(givenGift), received: z.array(receivedGift) }),
});

export const changeGift = endpoint('PUT /api/gifts/:id', {
  access: 'session',
  summary: 'Changes address and start of a gift, until its first letter is frozen.',
  params: z.object({ id: uuid }),
  body: z.object({ mailingAddress, startDate: calendarDate }),
  reply: givenGift,
  errors: ['not_found', 'gift_frozen'],
});

export const correctGift = endpoint('PUT /api/gifts/:id/words', {
  access: 'session',
  summary: 'Corrects message and recipient’s email of a gift, until its first letter is printed.',
  params: z.object({ id: uuid }),
  body: z.object({ recipientEmail: email, giftMessage: lines(GIFT_MESSAGE_LIMIT) }),
  reply: givenGift,
  errors: ['not_found', 'gift_frozen'],
});

export const announceGift = endpoint('POST /api/gifts/:id/announcement', {
  access: 'session',
  summary: 'Sends the recipient their mail, for the first time or again.',
  params: z.object({ id: uuid }),
  reply: givenGift,
  errors: ['not_found', 'gift_not_announceable'],
});

/** The PDF is part of the answer, since a download link could not carry the access token. */
export const printGiftCertificate = endpoint('POST /api/gifts/:id/certificate', {
  access: 'session',
  summary: 'A certificate to be printed, with a claim link of its own.',
  params: z.object({ id: uuid }),
  reply: z.object({ fileName: z.string(), pdfBase64: z.string() }),
  errors: ['not_found', 'gift_not_announceable'],
});

/** The gift's facts that the recipient's email and the certificate show as well. */
const unopenedGift = z.object({
  seasonName: z.string(),
  giverName: z.nullable(z.string()),
  giftMessage: z.string(),
  startDate: calendarDate,
});
export type UnopenedGift = z.output<typeof unopenedGift>;

const claimToken = z.object({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'This link doesn’t work.')) });

export const checkClaimLink = endpoint('POST /api/gifts/claims/check', {
  access: 'public',
  summary: 'The gift that a claim link leads to, for visitors without a session. `gift` is null once it is opened.',
  body: claimToken,
  reply: z.object({ opened: z.boolean(), gift: z.nullable(unopenedGift) }),
  errors: ['not_found'],
});

export const lookAtClaim = endpoint('POST /api/gifts/claims/look', {
  access: 'session',
  summary: 'What a claim link opens: `gift` for the user who has opened it, `unopened` until a user has.',
  body: claimToken,
  reply: z.object({ gift: z.nullable(receivedGift), unopened: z.nullable(unopenedGift) }),
  errors: ['not_found', 'gift_claimed', 'own_gift'],
});

/** The token has 256 random bits. Repeating a claim does nothing. */
export const claimGift = endpoint('POST /api/gifts/claims', {
  access: 'session',
  summary: 'Puts a gift into the account of its recipient, who can then follow its progress.',
  body: claimToken,
  reply: receivedGift,
  errors: ['not_found', 'gift_claimed', 'own_gift'],
});
