import type { SubscriptionDetail } from '../../../../contract/operator/subscribers.ts';
import { dayInWords, giftState } from '../parts/words.ts';

export function giftFacts({ gift, summary: { status } }: SubscriptionDetail) {
  if (gift === null) return [];
  const state = giftState({ ...gift, status });
  return [
    { term: 'Gift to', detail: `${gift.recipientName}, ${gift.recipientEmail}` },
    { term: 'Message', detail: gift.giftMessage ?? 'None' },
    { term: 'Starts', detail: dayInWords(gift.startDate) },
    { term: 'Gift', detail: `${state.charAt(0).toUpperCase()}${state.slice(1)}` },
  ];
}
