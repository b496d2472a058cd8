import type { EmailData, EmailKind } from '../../src/emails/catalogue.ts';

export const LINK =
  'https://deadletter.example/auth/v1/verify?token=c2VjcmV0&type=recovery&redirect_to=%2Freset-password';
const INSTANT = '2026-11-21T16:04:00Z';
const SEASON = { name: 'Odile', seasonName: 'Season 1' };
const CHARGED = { ...SEASON, amountCents: 1500 };
const GIFT_WINDOW = { earliest: '2026-12-28', latest: '2026-12-30' } as const;
const NEW_EMAIL = { newEmail: 'pike@wickharbor.example' };

/** What each email of the catalogue may be made of; an email without a sample does not compile. */
export const SAMPLES: { [K in EmailKind]: EmailData<K> } = {
  welcome: { name: 'Odile' },
  'subscription-started': {
    name: 'Odile',
    planType: 'monthly',
    seasonName: 'Season 1',
    amountPaidCents: 1200,
    thenText: 'then $15.00 per month',
    firstLetter: { earliest: '2026-11-23', latest: '2026-11-25' },
  },
  'gift-bought': {
    name: 'Odile',
    recipientName: 'Wendell Pike',
    planType: 'annual',
    seasonName: 'Season 1',
    amountPaidCents: 15_300,
    thenText: null,
    startDate: '2026-12-24',
    firstLetter: GIFT_WINDOW,
    weWillWrite: true,
  },
  'gift-arrived': {
    recipientName: 'Wendell Pike',
    giverName: 'Odile Farrow',
    message: 'Keep the envelopes.\n\nAll of them.',
    firstLetter: GIFT_WINDOW,
    claimUrl: LINK,
  },
  'renewal-receipt': { ...CHARGED, paidAt: INSTANT, invoiceNumber: 'A1B2-0002', charge: 2 },
  'payment-failed': { ...CHARGED, card: { brand: 'visa', last4: '0341' }, nextAttempt: INSTANT },
  'payment-action-required': { ...CHARGED },
  'subscription-cancelled': { ...SEASON, reason: 'asked', paidThrough: '2026-12-21', resumableUntil: INSTANT },
  'subscription-resumed': { ...SEASON, planType: 'monthly', nextCharge: INSTANT },
  'card-expiring': {
    name: 'Odile',
    card: { brand: 'visa', last4: '4242', expMonth: 11, expYear: 2026 },
    nextCharge: INSTANT,
  },
  refunded: { ...CHARGED, ended: true },
  'season-ending': { ...SEASON, endsAt: INSTANT },
  'letter-mailed': {
    name: 'Odile',
    letter: 2,
    again: false,
    deliveryWindow: { earliest: '2026-11-15', latest: '2026-11-18' },
  },
  'confirm-signup': { confirmUrl: LINK, validMinutes: 1440 },
  recovery: { resetUrl: LINK, validMinutes: 60 },
  'email-change-current': { ...NEW_EMAIL, confirmUrl: LINK, validMinutes: 1440 },
  'email-change-new': { ...NEW_EMAIL, confirmUrl: LINK, validMinutes: 1440 },
  'email-changed': { ...NEW_EMAIL, changedAt: INSTANT, undoUrl: LINK },
  invitation: { acceptUrl: LINK, validMinutes: 1440 },
  'password-changed': { isFirst: false, changedAt: INSTANT, undoUrl: LINK },
  'new-sign-in-method': { method: 'Google', addedAt: INSTANT, undoUrl: LINK },
  'sign-in-method-removed': { method: 'Google', removedAt: INSTANT, undoUrl: LINK },
  'already-have-account': {},
  'reauthentication-code': { code: '493018', validMinutes: 10 },
  'session-ended': { endedAt: INSTANT },
  'recovery-code-used': { usedAt: INSTANT, left: 9 },
  'two-step-changed': { change: 'turned-off', changedAt: INSTANT, undoUrl: LINK },
};
