import { describe, expect, test } from 'vitest';
import { EMAILS, isEmailKind, renderEmail } from './catalogue.ts';
import type { EmailData, EmailKind } from './catalogue.ts';
import { inWords, salutation } from './letter.ts';
import type { Email } from './letter.ts';

const HOUSE = { siteUrl: 'https://deadletter.example', supportEmail: 'support@deadletter.example' };
const LINK = 'https://deadletter.example/auth/v1/verify?token=c2VjcmV0&type=recovery&redirect_to=%2Freset-password';
const INSTANT = '2026-11-21T16:04:00Z';

const SAMPLES: { [K in EmailKind]: EmailData<K> } = {
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
    firstLetter: { earliest: '2026-12-28', latest: '2026-12-30' },
    weWillWrite: true,
  },
  'gift-arrived': {
    recipientName: 'Wendell Pike',
    giverName: 'Odile Farrow',
    message: 'Keep the envelopes.\n\nAll of them.',
    firstLetter: { earliest: '2026-12-28', latest: '2026-12-30' },
    claimUrl: LINK,
  },
  'renewal-receipt': {
    name: 'Odile',
    seasonName: 'Season 1',
    amountCents: 1500,
    paidAt: INSTANT,
    invoiceNumber: 'A1B2-0002',
    charge: 2,
  },
  'payment-failed': {
    name: 'Odile',
    seasonName: 'Season 1',
    amountCents: 1500,
    card: { brand: 'visa', last4: '0341' },
    nextAttempt: INSTANT,
  },
  'payment-action-required': { name: 'Odile', seasonName: 'Season 1', amountCents: 1500 },
  'subscription-cancelled': {
    name: 'Odile',
    seasonName: 'Season 1',
    reason: 'asked',
    paidThrough: '2026-12-21',
    resumableUntil: INSTANT,
  },
  'subscription-resumed': { name: 'Odile', seasonName: 'Season 1', planType: 'monthly', nextCharge: INSTANT },
  'card-expiring': {
    name: 'Odile',
    card: { brand: 'visa', last4: '4242', expMonth: 11, expYear: 2026 },
    nextCharge: INSTANT,
  },
  refunded: { name: 'Odile', seasonName: 'Season 1', amountCents: 1500, ended: true },
  'season-ending': { name: 'Odile', seasonName: 'Season 1', endsAt: INSTANT },
  'letter-mailed': {
    name: 'Odile',
    letter: 2,
    again: false,
    arrival: { earliest: '2026-11-15', latest: '2026-11-18' },
  },
  'confirm-signup': { confirmUrl: LINK, validMinutes: 1440 },
  recovery: { resetUrl: LINK, validMinutes: 60 },
  'email-change-current': { newEmail: 'pike@wickharbor.example', confirmUrl: LINK, validMinutes: 1440 },
  'email-change-new': { newEmail: 'pike@wickharbor.example', confirmUrl: LINK, validMinutes: 1440 },
  'email-changed': { newEmail: 'pike@wickharbor.example', changedAt: INSTANT },
  invitation: { acceptUrl: LINK, validMinutes: 1440 },
  'password-changed': { changedAt: INSTANT },
  'new-sign-in-method': { method: 'Google', addedAt: INSTANT },
  'already-have-account': {},
  'reauthentication-code': { code: '493018', validMinutes: 10 },
  'session-ended': { endedAt: INSTANT },
  'two-step-changed': { change: 'turned-off', changedAt: INSTANT },
};

const KINDS = Object.keys(EMAILS) as EmailKind[];

function sample(kind: EmailKind): Email {
  return renderEmail(kind, SAMPLES[kind], HOUSE);
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));
}

describe.each(KINDS)('The mail %s', (kind) => {
  const { subject, html, text } = sample(kind);

  test('has a subject, and nothing undefined in it', () => {
    expect(subject).toMatch(/^\S.{5,70}\S$/);
    expect(`${subject}${html}${text}`).not.toMatch(/undefined|null|NaN|\[object/);
  });

  test('has every link in its plain-text twin', () => {
    for (const link of linksOf(html)) expect(text).toContain(link.replace(/^mailto:/, ''));
  });

  test('says the same words in its plain-text twin', () => {
    const words = (html.split('</h1>')[1] ?? '')
      .replaceAll(/<[^>]+>/g, '\n')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&');
    for (const line of words.split('\n').map((part) => part.trim())) expect(text).toContain(line);
  });

  test('leads only to our own house', () => {
    for (const link of linksOf(html)) expect(link).toMatch(/^(https:\/\/deadletter\.example|mailto:support@)/);
  });

  test('asks a browser for nothing and runs nothing', () => {
    expect(html).not.toMatch(/<(script|img|link|iframe|form)\b|url\(|@import/i);
  });

  test('is ready for dark mail programs', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  });
});

test.each(['confirm-signup', 'invitation', 'recovery', 'email-change-current', 'email-change-new'] as const)(
  'The mail %s carries its link, says how long it lives, and is forgotten once sent',
  (kind) => {
    expect(linksOf(sample(kind).html)).toContain(LINK);
    expect(sample(kind).text).toMatch(/works once, within (1 hour|24 hours)/);
    expect(EMAILS[kind].secret).toBe(true);
  },
);

test('Only the mails of the club can be turned off, and say where', () => {
  for (const kind of KINDS) {
    expect(sample(kind).text.includes('Fewer letters like this one: https://deadletter.example/account/profile')).toBe(
      EMAILS[kind].about === 'club',
    );
  }
});

test('A name cannot write markup into a mail', () => {
  const { html, text } = renderEmail('welcome', { name: '<b>Łucja</b>' }, HOUSE);
  expect(html).toContain('Dear &lt;b&gt;Łucja&lt;/b&gt;,');
  expect(html).not.toContain('<b>');
  expect(text).toContain('Dear <b>Łucja</b>,');
});

test.each([null, '', '  ', 'Win at evil.example', 'https://evil.example', 'me@evil.example'])(
  'A name that is none (%j) is not printed',
  (name) => {
    expect(salutation(name)).toBe('Dear reader,');
  },
);

test.each(['J.R. Pike', 'Dr. Thorne', '王小明', "O'Brien"])('The name %s is printed as it is', (name) => {
  expect(salutation(name)).toBe(`Dear ${name},`);
});

test('The receipt says what was paid, what follows, and when letter 1 is posted', () => {
  const { subject, text, html } = sample('subscription-started');
  expect(subject).toBe('Payment received: Season 1 of The Dead Letter Club');
  expect(text).toContain('Paid: $12.00');
  expect(text).toContain('Afterwards: Then $15.00 per month.');
  expect(text).toContain('Handed to the post between November 23, 2026 and November 25, 2026');
  expect(linksOf(html)).toContain('https://deadletter.example/account');
});

test('The receipt of an annual plan speaks of one payment, and of nothing afterwards', () => {
  const annual = {
    ...SAMPLES['subscription-started'],
    planType: 'annual',
    amountPaidCents: 15_300,
    thenText: null,
  } as const;
  const { text } = renderEmail('subscription-started', annual, HOUSE);
  expect(text).toContain('Paid: $153.00');
  expect(text).toContain('One payment for the whole season. It does not renew.');
  expect(text).not.toContain('Afterwards');
});

test('Instants are shown in New York', () => {
  expect(sample('password-changed').text).toContain('November 21, 2026 at 11:04 AM, New York time');
});

test('Life times are shown in whole hours where they are', () => {
  expect([1, 10, 60, 90, 1440].map(inWords)).toEqual(['1 minute', '10 minutes', '1 hour', '90 minutes', '24 hours']);
});

test('A kind that is in no catalogue is not one', () => {
  expect(isEmailKind('toString')).toBe(false);
  expect(isEmailKind('welcome')).toBe(true);
});
