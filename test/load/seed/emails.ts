import { randomUUID } from 'node:crypto';
import { addMonths, type CalendarDate } from '../../../src/domain/calendar-date.ts';
import type { emailOutbox } from '../../../src/server/platform/schema.ts';
import { at, earlier, type Story } from './story.ts';

interface Emailed {
  readonly userId: string;
  readonly subscriptionId: string;
  readonly now: Date;
}

export function emailRows(
  { email, number, joinedOn, charges, status }: Story,
  { userId, subscriptionId, now }: Emailed,
) {
  const isBad = number === 7 || number % 400 === 0;
  const sent = (kind: string, key: string, on: CalendarDate, hour: number): typeof emailOutbox.$inferInsert => ({
    id: randomUUID(),
    dedupeKey: key,
    kind,
    recipient: email,
    data: {},
    status: isBad && kind === 'welcome' ? 'failed' : 'sent',
    failure: isBad && kind === 'welcome' ? '550 5.1.1: Recipient address rejected' : null,
    sentAt: earlier(at(on, hour), now),
    createdAt: earlier(at(on, hour), now),
  });
  const last = charges.at(-1)?.on ?? joinedOn;
  return [
    sent('welcome', `welcome:${userId}`, joinedOn, 11),
    sent('subscription-started', `subscription-started:${subscriptionId}`, joinedOn, 12),
    ...(charges.length > 1
      ? [sent('renewal-receipt', `renewal-receipt:in_seed_${number}_${charges.length}`, last, 14)]
      : []),
    ...(status === 'past_due'
      ? [sent('payment-failed', `payment-failed:in_seed_${number}_open`, addMonths(last, 1), 14)]
      : []),
  ];
}
