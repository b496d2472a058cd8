import type { GiftState } from '../../../domain/gift.ts';

export const GIVER_STATE_WORDS = {
  scheduled: 'Waiting for its day',
  notified: 'They have been told',
  started: 'Letters are on their way',
  ended: 'Over',
  refunded: 'Refunded',
} as const satisfies Record<GiftState, string>;

export const RECIPIENT_STATE_WORDS = {
  scheduled: 'Waiting for its day',
  notified: 'The first letter is being addressed',
  started: 'Letters are on their way',
  ended: 'The last letter has left us',
  refunded: 'Withdrawn',
} as const satisfies Record<GiftState, string>;
