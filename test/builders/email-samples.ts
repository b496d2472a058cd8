import type { EmailBranding } from '../../src/emails/content.ts';
import { type EmailData, type EmailKind, EMAILS } from '../../src/emails/catalogue.ts';

export const BRANDING: EmailBranding = {
  siteUrl: 'https://deadletter.example',
  supportEmail: 'support@deadletter.example',
  seller: ['Odile Farrow LLC', '1 Pier Road', 'Portland, ME 04101', 'United States'],
};

export const LINK = 'https://deadletter.example/reset-link?token=c2VjcmV0&redirect_to=%2Freset-password';
const INSTANT = '2026-11-21T16:04:00Z';

type Taker = { [K in EmailKind]: (data: EmailData<K>) => void }[EmailKind];
type Everything = Taker extends (data: infer Data) => void ? Data : never;

/** All data that emails use. An email that needs other data doesn't compile. */
const EVERYTHING = {
  name: 'Odile',
  subject: 'Letter 5 leaves a week later',
  text: 'The paper came late.\n\nYour letter leaves next Friday.',
  seasonName: 'Season 1',
  story: 'The Night Ferry to Ansgar',
  planType: 'monthly',
  amountPaidCents: 1200,
  amountCents: 1500,
  thenText: 'then $15.00 per month',
  charges: 12,
  lastChargeOn: '2027-10-21',
  firstLetter: { earliest: '2026-11-23', latest: '2026-11-25' },
  giverName: 'Odile Farrow',
  recipientName: 'Wendell Pike',
  message: 'Keep the envelopes.\n\nAll of them.',
  startDate: '2026-12-24',
  weWillWrite: true,
  invoiceNumber: 'A1B2-0002',
  charge: 2,
  card: { brand: 'visa', last4: '4242', expMonth: 11, expYear: 2026 },
  reason: 'asked',
  paidThrough: '2026-12-21',
  ended: true,
  letter: 2,
  again: false,
  handedOverOn: '2026-11-13',
  confirmed: false,
  lookFor: 'Count the lines of the list, and then count them again.',
  returnReason: 'no_such_number',
  addressLines: ['Ada Quill', '1 Gannet Row', 'Wick Harbor, ME 04614'],
  giftFor: null,
  deliveryWindow: { earliest: '2026-11-15', latest: '2026-11-18' },
  newEmail: 'pike@wickharbor.example',
  method: 'Google',
  change: 'turned-off',
  source: 'authenticator',
  isFirst: false,
  code: '493018',
  validMinutes: 1440,
  left: 9,
  outcome: 'open',
  monthly: true,
  role: 'packer',
  ...everyOne(
    LINK,
    'claimUrl',
    'confirmUrl',
    'resetUrl',
    'acceptUrl',
    'undoUrl',
    'connectUrl',
    'waitUrl',
    'signinUrl',
    'url',
  ),
  ...everyOne(
    INSTANT,
    'paidAt',
    'changedAt',
    'addedAt',
    'removedAt',
    'endedAt',
    'endsAt',
    'usedAt',
    'deletedAt',
    'askedAt',
    'reachedAt',
  ),
  ...everyOne(INSTANT, 'nextAttempt', 'nextCharge', 'resumableUntil'),
} as const satisfies Everything;

const OWN: { readonly [K in EmailKind]?: Partial<EmailData<K>> } = {
  'gift-bought': { planType: 'annual', amountPaidCents: 15_300, thenText: null, charges: 1 },
  recovery: { validMinutes: 60 },
  'connect-google': { validMinutes: 60 },
  'reauthentication-code': { validMinutes: 10 },
};

/** Sample data for each kind of email. */
export const SAMPLES = Object.fromEntries(
  Object.keys(EMAILS).map((kind) => [kind, { ...EVERYTHING, ...OWN[kind as EmailKind] } as Everything]),
) as Record<EmailKind, Everything>;

function everyOne<Name extends string>(value: string, ...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, string>;
}
