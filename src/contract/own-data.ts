import * as z from 'zod/mini';
import { getAccount } from './account.ts';
import { addressReply } from './addresses.ts';
import { getBillingAddress } from './billing.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, instant, text } from './fields.ts';
import { sighting } from './letters.ts';

const ownLetter = z.object({
  subscriptionId: z.string(),
  letter: z.int(),
  attempt: z.int(),
  state: z.string(),
  handedOverOn: z.nullable(calendarDate),
  lastSeen: sighting,
  address: z.array(z.string()),
});

const ownHold = z.object({ subscriptionId: z.string(), fromLetter: z.int(), resumeOn: calendarDate, askedAt: instant });

const ownTemporaryAddress = z.object({
  subscriptionId: z.string(),
  fromLetter: z.int(),
  toLetter: z.int(),
  address: z.array(z.string()),
  askedAt: instant,
});

const ownInvoice = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  status: z.string(),
  totalCents: z.int(),
  issuedAt: instant,
});

const ownGift = z.object({
  recipientName: z.string(),
  recipientEmail: z.string(),
  message: z.nullable(z.string()),
  startDate: calendarDate,
  planType: z.string(),
  address: z.array(z.string()),
  createdAt: instant,
});

const ownReceivedGift = z.object({
  recipientName: z.string(),
  recipientEmail: z.string(),
  message: z.nullable(z.string()),
  startDate: calendarDate,
  address: z.array(z.string()),
  claimedAt: z.nullable(instant),
});

const ownRefund = z.object({ invoiceId: z.string(), amountCents: z.int(), status: z.string(), refundedAt: instant });

const ownDispute = z.object({
  subscriptionId: z.string(),
  amountCents: z.int(),
  reason: z.string(),
  status: z.string(),
  openedAt: instant,
  /** What we told the bank, in an operator's words. */
  ourWords: z.nullable(z.string()),
});

const ownCancelReason = z.object({
  subscriptionId: z.string(),
  reason: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  askedAt: instant,
});

const ownCard = z.object({
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
});

const ownEmail = z.object({
  kind: z.string(),
  to: z.string(),
  status: z.string(),
  writtenAt: instant,
  sentAt: z.nullable(instant),
});

const ownNote = z.object({
  seasonId: z.string(),
  letter: z.int(),
  kind: z.string(),
  pinnedTo: z.string(),
  text: z.string(),
  changedAt: instant,
});

const ownSecurityEvent = z.object({
  event: z.string(),
  succeeded: z.boolean(),
  ip: z.nullable(z.string()),
  happenedAt: instant,
});

const ownTheory = z.object({
  seasonId: z.string(),
  who: z.nullable(z.string()),
  how: z.nullable(z.string()),
  why: z.nullable(z.string()),
  words: z.string(),
  savedAt: instant,
  sealedAt: z.nullable(instant),
});

const ownHint = z.object({ seasonId: z.string(), puzzle: z.string(), rung: z.int(), openedAt: instant });

const ownOpenedLetter = z.object({ seasonId: z.string(), letter: z.int(), openedAt: instant });

const ownFault = z.object({
  seasonId: z.string(),
  letter: z.int(),
  says: z.string(),
  reportedAt: instant,
  settledAt: z.nullable(instant),
});

const ownCaseGroup = z.object({ seasonId: z.string(), name: z.string(), showsNotes: z.boolean(), joinedAt: instant });

const ownEmailSuppression = z.object({
  address: z.string(),
  reason: z.string(),
  reportedBy: z.string(),
  since: instant,
  liftedAt: z.nullable(instant),
});

const ownInvitation = z.object({ createdAt: instant, expiresAt: instant, used: z.boolean() });

const googleAccounts = z.object({
  number: z.string(),
  email: z.nullable(z.string()),
  name: z.nullable(z.string()),
  portrait: z.nullable(z.string()),
});

/** Everything stored about a user (GDPR, articles 15 and 20). */
export const getOwnData = endpoint('GET /api/profile/data', {
  access: 'session',
  summary: 'Everything kept about the signed-in person, to be downloaded.',
  reply: z.extend(getAccount.reply, {
    exportedAt: instant,
    addresses: z.array(addressReply),
    formerAddresses: z.array(z.object({ address: z.array(z.string()), validUntil: instant })),
    billingAddress: getBillingAddress.reply.shape.address,
    cancelReasons: z.array(ownCancelReason),
    cards: z.array(ownCard),
    invoices: z.array(ownInvoice),
    refunds: z.array(ownRefund),
    disputes: z.array(ownDispute),
    letters: z.array(ownLetter),
    holds: z.array(ownHold),
    temporaryAddresses: z.array(ownTemporaryAddress),
    gifts: z.array(ownGift),
    giftsReceived: z.array(ownReceivedGift),
    notes: z.array(ownNote),
    tagsAboutYou: z.array(z.object({ tag: z.string(), since: instant })),
    notesAboutYou: z.array(z.object({ text: z.string(), writtenAt: instant })),
    seasonsAwaited: z.array(z.object({ seasonId: z.string(), confirmedAt: instant, notifiedAt: z.nullable(instant) })),
    theories: z.array(ownTheory),
    hints: z.array(ownHint),
    lettersOpened: z.array(ownOpenedLetter),
    faultsReported: z.array(ownFault),
    caseGroups: z.array(ownCaseGroup),
    caseInvitations: z.array(ownInvitation),
    caseBlocks: z.array(z.object({ name: z.string(), since: instant })),
    emails: z.array(ownEmail),
    emailSuppression: z.nullable(ownEmailSuppression),
    devices: z.array(z.object({ ip: z.nullable(z.string()), userAgent: z.nullable(z.string()), signedInAt: instant })),
    signInMethods: z.array(z.string()),
    googleAccounts: z.array(googleAccounts),
    securityLog: z.array(ownSecurityEvent),
  }),
  errors: ['payments_unavailable', 'reauthentication_needed'],
});

/** Not trimmed, since a password may begin or end with spaces. */
const passwordAsTyped = z.string().check(z.maxLength(1024));

export const deleteAccount = endpoint('POST /api/profile/delete', {
  access: 'session',
  summary: 'Erases the signed-in person’s account. What the law wants kept, the invoices, stays without a name.',
  body: z.object({ password: z.optional(passwordAsTyped), nonce: z.optional(text(16)) }),
  reply: z.object({ deleted: z.literal(true) }),
  errors: ['wrong_password', 'reauthentication_needed', 'account_in_use', 'wrong_state'],
});
