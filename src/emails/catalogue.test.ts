import { describe, expect, test } from 'vitest';
import { BRANDING, LINK, SAMPLES } from '../../test/builders/email-samples.ts';
import { priceSummary } from '../domain/money.ts';
import { WHILE_OVERDUE } from '../domain/subscription.ts';
import { type EmailData, EMAILS, isEmailKind, type EmailKind } from './catalogue.ts';
import { renderEmail } from './render-email.ts';
import { inWords, salutation, type Email, type EmailBranding } from './content.ts';

const KINDS = Object.keys(EMAILS) as EmailKind[];

function sample(kind: EmailKind): Email {
  return renderEmail(kind, SAMPLES[kind], BRANDING);
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));
}

describe.each(KINDS)('The email %s', (kind) => {
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

  test('leads only to our own site', () => {
    for (const link of linksOf(html)) expect(link).toMatch(/^(https:\/\/deadletter\.example|mailto:support@)/);
  });

  test('asks a browser for nothing and runs nothing', () => {
    expect(html).not.toMatch(/<(script|img|link|iframe|form)\b|url\(|@import/i);
  });

  test('breaks what has no place to break a line at, in the words of the one email program or the other', () => {
    const [content = '', footer = ''] = html.match(/style="[^"]*overflow-wrap:anywhere[^"]*"/g) ?? [];
    for (const style of [content, footer]) expect(style).toContain('word-break:break-word');
  });

  test('is ready for dark email programs', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  });
});

test.each([
  'confirm-signup',
  'invitation',
  'staff-invitation',
  'recovery',
  'email-change-current',
  'email-change-new',
] as const)('The email %s carries its link, says how long it lives, and is forgotten once sent', (kind) => {
  expect(linksOf(sample(kind).html)).toContain(LINK);
  expect(sample(kind).text).toMatch(/works once, within (1 hour|24 hours)/);
  expect(EMAILS[kind].secret).toBe(true);
});

test.each([
  'new-sign-in-method',
  'sign-in-method-removed',
  'two-step-changed',
  'password-changed',
  'email-changed',
] as const)('The email %s carries a link that undoes it for seven days, and is forgotten once sent', (kind) => {
  expect(linksOf(sample(kind).html)).toContain(LINK);
  expect(sample(kind).text).toContain('use the link once, within seven days');
  expect(EMAILS[kind].secret).toBe(true);
});

test('Only the emails of the club and of reading can be turned off, and say where', () => {
  for (const kind of KINDS) {
    expect(sample(kind).text.includes('Choose your emails: https://deadletter.example/account/profile')).toBe(
      ['club', 'guide'].includes(EMAILS[kind].about),
    );
  }
});

test.each([
  'renewal-receipt',
  'payment-failed',
  'payment-action-required',
  'subscription-resumed',
  'subscription-cancelled',
  'refunded',
] as const)('The email %s to a giver names the gift, and calls nothing of it the giver’s own', (kind) => {
  const data = { ...SAMPLES[kind], giftFor: 'Ruth Calloway', toCome: { first: 1, last: 2 } };
  const { subject, text } = renderEmail(kind, data, BRANDING);
  expect(text).toMatch(/your gift to Ruth Calloway/i);
  expect(`${subject} ${text}`).not.toMatch(/your subscription|your letters|without you|remaining letters/i);
});

test.each([true, false])(
  'A refund of a gift, with its end %s, speaks of the gift, without money as with it',
  (ended) => {
    for (const amountCents of ended ? [0, 1500] : [1500]) {
      const data = { ...SAMPLES['refunded'], giftFor: 'Ruth Calloway', amountCents, ended };
      const { subject, text } = renderEmail('refunded', data, BRANDING);
      expect(text).toContain(
        ended
          ? 'your gift to Ruth Calloway has ended'
          : 'Apart from this refund, nothing changes for your gift to Ruth Calloway.',
      );
      expect(`${subject} ${text}`).not.toMatch(/your subscription/i);
    }
  },
);

function cardExpiringText(paysFor?: readonly (string | null)[]): string {
  const data = { ...SAMPLES['card-expiring'], ...(paysFor && { paysFor }) };
  return renderEmail('card-expiring', data, BRANDING).text.replaceAll(/\s+/g, ' ');
}

test('The email about an expiring card says what the card pays for', () => {
  expect(cardExpiringText(['Ruth Calloway'])).toContain('The card that pays for your gift to Ruth Calloway expires');
  expect(cardExpiringText(['Ruth Calloway'])).not.toContain('your subscription');
  expect(cardExpiringText([null, 'Emil', 'Ruth'])).toContain(
    'your subscription, your gift to Emil, and your gift to Ruth expires',
  );
  expect(cardExpiringText()).toContain('The card that pays for your subscription expires');
});

test('A giver’s cancelled gift sends the recipient what is paid for, and no more letters', () => {
  const text = cancelledText({ giftFor: 'Ruth Calloway', toCome: { first: 1, last: 2 } });
  expect(text).toContain('Letters 1 and 2 are paid for and will still go to Ruth Calloway.');
  expect(text).toContain('After that, no more letters follow.');
  const rest = cancelledText({ giftFor: 'Ruth Calloway', toCome: { first: 24, last: 24 } });
  expect(rest).toContain('Letter 24 is paid for and will still go to Ruth Calloway. Then Ruth Calloway will have the');
});

test('The email of a letter in the post promises no second reship, which is looked into first', () => {
  const { text } = sample('letter-mailed');
  expect(text).toContain(
    'We replace the first missing letter of a season right away. If another goes missing, we decide within two business days whether to replace it',
  );
  expect(text).not.toMatch(/We’ll mail it again/i);
});

test('A name cannot write markup into an email', () => {
  const { html, text } = renderEmail('welcome', { name: '<b>Łucja</b>' }, BRANDING);
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
  expect(subject).toBe('Payment received: Season One of The Dead Letter Club');
  expect(text).toContain('Paid: $12.00');
  expect(text).toContain('Later charges: Then $15.00 per month.');
  expect(text).toContain('Mailed between November 23, 2026 and November 25, 2026');
  expect(linksOf(html)).toContain('https://deadletter.example/account');
});

test.each(['subscription-started', 'gift-bought'] as const)(
  'The receipt %s says in a sentence what follows a discount, its months and their price included',
  (kind) => {
    const bought = { ...SAMPLES[kind], planType: 'monthly', charges: 12 } as const;
    const of = (thenText: string) => renderEmail(kind, { ...bought, thenText }, BRANDING).text;
    const { thenText } = priceSummary('monthly', { percentOff: 20, duration: 'repeating', months: 3 });
    expect(of(thenText ?? '')).toContain('Later charges: 2 more months at $12.00, then $15.00 per month.');
    expect(of('then $15.00 per month')).toContain('Later charges: Then $15.00 per month.');
  },
);

test('The receipt of an annual plan speaks of one payment, and of nothing afterwards', () => {
  const annual = {
    ...SAMPLES['subscription-started'],
    planType: 'annual',
    amountPaidCents: 15_300,
    thenText: null,
  } as const;
  const { text } = renderEmail('subscription-started', annual, BRANDING);
  expect(text).toContain('Paid: $153.00');
  expect(text).toContain('Later charges: None. This is the one payment for the whole season.');
  expect(text).toContain('nothing renews.');
});

test('The receipt repeats what the payment page said: how often, how many times, the end, how to cancel, the guarantee, the Terms', () => {
  const { text, html } = sample('subscription-started');
  expect(text).toContain(
    '12 charges in all, including this one, to the card you paid with, on the same day of each month.',
  );
  expect(text).toContain(
    'Last charge: The charge on October 21, 2027 is the last. It pays for the last month. Then the season ends automatically; nothing renews.',
  );
  expect(text).toContain('To cancel: Under Subscription in your account, at any time.');
  expect(text).toContain(
    'Guarantee: Within 30 days of the first mailing you can ask for a full refund, and we’ll give it.',
  );
  expect(linksOf(html)).toContain('https://deadletter.example/account/subscription');
  for (const started of [html, sample('gift-bought').html])
    expect(linksOf(started)).toContain('https://deadletter.example/terms');
});

test.each([
  ['turned-on', 'Two-step verification is on', 'asks for a code'],
  ['app-added', 'Another authenticator app was added', 'codes from the new app now work, too'],
  ['app-removed', 'An authenticator app was removed', 'Two-step verification stays on'],
  ['turned-off', 'Two-step verification is off', 'no longer asks for a code'],
] as const)('A lock that changed (%s) is named, and what follows from it', (change, title, consequence) => {
  const { subject, text } = renderEmail('two-step-changed', { ...SAMPLES['two-step-changed'], change }, BRANDING);
  expect(subject).toBe(title);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(consequence);
});

test('A first password is said to have been added, not changed', () => {
  const { subject, text, html } = renderEmail(
    'password-changed',
    { ...SAMPLES['password-changed'], isFirst: true },
    BRANDING,
  );
  expect(subject).toBe('A password can now be used to sign in to your account');
  for (const twin of [text, html]) {
    expect(twin).toContain('A new way to sign in was added.');
    expect(twin).toContain('Before, the account had no password.');
    expect(twin).not.toContain('was changed');
  }
});

test('What can be done about a new way to sign in is said in the words of the page', () => {
  expect(sample('new-sign-in-method').text).toContain('disconnect Google under Connected Accounts');
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

test('what an overdue renewal means for the letters is one sentence, in both emails about it', () => {
  for (const kind of ['payment-failed', 'payment-action-required'] as const) {
    expect(sample(kind).text.replaceAll(/\s+/g, ' ')).toContain(WHILE_OVERDUE);
  }
});

function paymentFailedText(branding: EmailBranding): string {
  return renderEmail('payment-failed', SAMPLES['payment-failed'], branding).text;
}

test('The email about a failed payment has the shop’s retry notice, where there is one', () => {
  const retryNotice = 'The club is patient: write to us if you need a week.';
  expect(paymentFailedText({ ...BRANDING, retryNotice }).replaceAll(/\s+/g, ' ')).toContain(
    `${retryNotice} Update your card`,
  );
  expect(paymentFailedText({ ...BRANDING, retryNotice: '' })).toBe(paymentFailedText(BRANDING));
});

test('The email about a failed payment speaks of further attempts only if Stripe makes them', () => {
  const [more = '', none = ''] = ['2026-11-27T12:00:00Z', null].map((nextAttempt) => {
    const data = { ...SAMPLES['payment-failed'], giftFor: null, nextAttempt };
    return renderEmail('payment-failed', data, BRANDING).text.replaceAll(/\s+/g, ' ');
  });
  expect(more).toContain('If you don’t update the card and the next attempts fail, too');
  expect(none).not.toContain('next attempts');
  expect(none).toContain(
    'We won’t try this card again. Please enter a working card soon: if you don’t, your subscription ends.',
  );
});

function cancelledText(data: Partial<EmailData<'subscription-cancelled'>>): string {
  const whole = { ...SAMPLES['subscription-cancelled'], ...data };
  return renderEmail('subscription-cancelled', whole, BRANDING).text.replaceAll(/\s+/g, ' ');
}

test('What a cancellation leaves to come is named, and the guarantee while it runs', () => {
  const all = cancelledText({ toCome: { first: 3, last: 24 }, guarantee: { open: true, lastDay: '2026-12-23' } });
  expect(all).toContain('Letters 3 to 24 are paid for and will still arrive. Then you’ll have the whole season.');
  expect(all).toContain('The 30-day guarantee still applies: you can ask for a full refund until December 23, 2026');
  expect(all).not.toContain('After that');
  const some = cancelledText({ toCome: { first: 2, last: 3 }, guarantee: { open: false, lastDay: '2026-10-23' } });
  expect(some).toContain('Letters 2 and 3 are paid for and will still arrive. After that, no more letters follow.');
  expect(some).not.toContain('guarantee');
  expect(cancelledText({ toCome: null })).toContain('Every letter you paid for has been mailed.');
});

test('The email about a cancellation leads to where all of it can be asked back, while the guarantee runs', () => {
  const [running, over] = [true, false].map((open) => {
    const data = { ...SAMPLES['subscription-cancelled'], guarantee: { open, lastDay: '2026-12-23' } as const };
    return linksOf(renderEmail('subscription-cancelled', data, BRANDING).html);
  });
  expect(running).toContain('https://deadletter.example/support');
  expect(over).not.toContain('https://deadletter.example/support');
});

test.each(['subscription-started', 'gift-bought', 'renewal-receipt'] as const)(
  'The receipt %s has its day and its number',
  (kind) => {
    expect(sample(kind).text).toContain('Date: November 21, 2026');
    expect(sample(kind).text).toContain('Receipt number: A1B2-0002');
  },
);

function giftArrivedText(planType: 'monthly' | 'annual', changes: Partial<EmailData<'gift-arrived'>> = {}): string {
  const data = { ...SAMPLES['gift-arrived'], planType, ...changes };
  return renderEmail('gift-arrived', data, BRANDING).text.replaceAll(/\s+/g, ' ');
}

test('The announcement of a cancelled gift names the letters still to come, and no other number', () => {
  const two = giftArrivedText('monthly', { ending: { toCome: { first: 1, last: 2 } } });
  expect(two).toContain('has given you part of a season');
  expect(two).toContain('Letters 1 and 2 are still to come.');
  expect(two).not.toMatch(/24 paper letters|letters a month/);
  expect(giftArrivedText('monthly', { ending: { toCome: null } })).toContain(
    'All letters of this gift have been mailed.',
  );
  expect(giftArrivedText('monthly')).toContain('a murder mystery in 24 paper letters');
});

test('The announcement of a gift whose letter 1 lies in a run names its one day', () => {
  const sealed = giftArrivedText('annual', { firstLetter: { earliest: '2026-11-23', latest: '2026-11-23' } });
  expect(sealed).toContain('We mail the first letter on November 23, 2026.');
});

test('what the recipient of a gift is told is true of the plan: a monthly one comes month by month', () => {
  expect(giftArrivedText('monthly')).toContain('We mail two letters a month.');
  expect(giftArrivedText('monthly')).not.toContain('paid for');
  expect(giftArrivedText('annual')).toContain('There’s nothing for you to pay.');
  expect(giftArrivedText('annual')).toContain('Follow your letters');
  const opened = renderEmail('gift-arrived', { ...SAMPLES['gift-arrived'], claimUrl: null }, BRANDING).text;
  expect(opened).not.toMatch(/Follow your letters|the link/i);
});

test('a gift’s message of several lines is one quotation, with its line breaks', () => {
  const { html, text } = renderEmail(
    'gift-arrived',
    { ...SAMPLES['gift-arrived'], message: 'For Ruth.\nOne.\n\nTwo.\n' },
    BRANDING,
  );
  expect(text).toContain('“For Ruth.\nOne.\n\nTwo.”');
  expect(html).toContain('“For Ruth.<br/>One.<br/><br/>Two.”');
  expect(text.match(/[“”]/g)).toHaveLength(2);
});

test('An email about a month, a purchase or a resumption without a charge says that nothing is charged', () => {
  const ofMonth = { planType: 'monthly', thenText: '2 more months free, then $15.00 per month', charges: 9 } as const;
  const free = { ...ofMonth, amountCents: 0, amountPaidCents: 0, nextChargeCents: 0 };
  const of = (kind: EmailKind) => {
    const { subject, text } = renderEmail(kind, { ...SAMPLES[kind], ...free }, BRANDING);
    return `${subject} ${text}`.replaceAll(/\s+/g, ' ');
  };
  expect(of('renewal-receipt')).toMatch(
    /^Nothing was charged this month for Season One .*Nothing was charged this month for your letters\..*Month: 2 of 12/,
  );
  expect(of('subscription-started')).toMatch(
    /^Your subscription has started: .*Nothing was charged when you ordered\. This is your receipt/,
  );
  expect(of('gift-bought')).toContain('Nothing was charged when you ordered. This is your receipt.');
  expect(of('subscription-resumed')).toContain('Next charge: Nothing is charged on November 21, 2026');
  for (const kind of ['subscription-started', 'gift-bought'] as const) {
    expect(of(kind)).toContain('Paid: Nothing');
    expect(of(kind)).toContain('9 charges in all, to the card you gave us');
  }
});
