import type { TimelineEntry } from '../../../contract/operator/customer-history.ts';
import { NOTHING_CHARGED } from '../../../domain/charge-words.ts';
import { declineReason } from '../../../domain/operator-decline-words.ts';
import { disputeReason, disputeState } from '../../../domain/operator-dispute-words.ts';
import { formatUsd } from '../../../domain/money.ts';
import { sentenceOf } from '../log/sentences.ts';
import { STRIPE_CHANGES } from '../../../domain/stripe-change.ts';

type Detail = Readonly<Record<string, unknown>>;

export function timelineWords(kind: TimelineEntry['kind'], detail: Detail): string {
  return WORDS[kind](detail);
}

const WORDS: Readonly<Record<TimelineEntry['kind'], (detail: Detail) => string>> = {
  signed_up: () => 'Signed up',
  subscribed: ({ season, plan, recipient, imported }) => {
    if (imported === true) return `Imported: ${text(season)}, ${text(plan)}`;
    return recipient === null
      ? `Subscribed to ${text(season)}, ${text(plan)}`
      : `Gave ${text(season)}, ${text(plan)}, to ${text(recipient)}`;
  },
  claimed: () => 'Claimed a gift',
  paid: ({ cents, number }) => (cents === 0 ? NOTHING_CHARGED : `Paid ${usd(cents)}${invoiceOf(number)}`),
  unpaid: ({ cents, number, status, ...failure }) =>
    `${lookUp(UNPAID, status) ?? `Invoice is ${text(status)}`}: ${usd(cents)}${invoiceOf(number)}${attemptsIn(failure)}`,
  refunded: ({ cents, status, number }) =>
    status === 'succeeded'
      ? `Refunded ${usd(cents)}${invoiceOf(number)}`
      : `Refund of ${usd(cents)}${invoiceOf(number)}: ${plain(status)}`,
  disputed: ({ cents, reason, status }) =>
    `Disputed ${usd(cents)} (${disputeState(text(status))}). ${disputeReason(text(reason))}`,
  warned: ({ cents, reason, status }) => `Stripe warned about ${usd(cents)}, ${plain(reason)} (${plain(status)})`,
  emailed: ({ email, status, to, report }) =>
    lookUp(REPORTS, report) ??
    `Email “${sentence(email)}”${to ? ` to ${text(to)}` : ''} ${lookUp(EMAIL_STATES, status) ?? text(status)}`,
  mailed: ({ letter, attempt }) => `Mailed letter ${text(letter)}${attempt === 1 ? '' : `, attempt ${text(attempt)}`}`,
  letter: ({ event, letter }) => `Letter ${text(letter)}: ${plain(event)}`,
  stripe: ({ change }) => lookUp(STRIPE_CHANGES, change) ?? sentence(change),
  operator: ({ action, note: _note, ...detail }) =>
    sentenceOf({ action: text(action), subject: null, detail }).replace(/\.$/, ''),
};

const UNPAID = { open: 'Payment is due', failed: 'Payment failed' };

const EMAIL_STATES = { suppressed: 'not sent, since its address bounced or complained' };

const REPORTS = {
  bounce: 'An email to this customer bounced',
  complaint: 'The customer reported an email as spam',
};

function attemptsIn({ attempts, code }: Detail): string {
  if (typeof attempts !== 'number') return '';
  return `. Attempts so far: ${attempts}. ${declineReason(typeof code === 'string' ? code : null)}`;
}

function lookUp(words: Readonly<Record<string, string>>, name: unknown): string | undefined {
  return typeof name === 'string' && Object.hasOwn(words, name) ? words[name] : undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function usd(cents: unknown): string {
  return formatUsd(Number(cents));
}

function invoiceOf(number: unknown): string {
  return typeof number === 'string' ? `, invoice ${number}` : '';
}

function plain(name: unknown): string {
  return text(name).replaceAll(/[_-]/g, ' ');
}

function sentence(name: unknown): string {
  const words = plain(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
