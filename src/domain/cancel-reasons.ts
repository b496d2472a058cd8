/** The answers that a customer can give to "Why are you canceling?". */
export const CANCEL_REASONS = ['price', 'no_time', 'story', 'delivery', 'payment', 'other'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

export const CANCEL_REASON_WORDS: Record<CancelReason, string> = {
  price: 'It costs too much',
  no_time: 'I don’t have time to read the letters',
  story: 'The story isn’t for me',
  delivery: 'Letters came late, damaged or not at all',
  payment: 'I want to pay in another way',
  other: 'Another reason',
};
