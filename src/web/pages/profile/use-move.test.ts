import { expect, test } from 'vitest';
import type { NumberedSubscription } from '../account/owned-subscription.ts';
import { movedWords } from './use-move.ts';

test('after a move, each subscription says from which letter the new address applies, or that none is left', () => {
  const following = [1, 2, 3].map((number) => ({ label: `Subscription ${number}`, reply: { id: String(number) } }));
  const moved = [
    { subscription: '1', firstLetter: 5, copies: [] },
    { subscription: '2', firstLetter: null, copies: [7] },
    { subscription: '3', firstLetter: null, copies: [] },
  ];
  expect(movedWords(moved, following as unknown as NumberedSubscription[])).toEqual([
    'Subscription 1: the new address applies from letter 5 on.',
    'Subscription 2: The replacement for letter 7 goes to the new address.',
    'Subscription 3: none of its remaining letters goes to the new address.',
  ]);
});
