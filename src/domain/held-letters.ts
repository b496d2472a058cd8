export const LETTERS_HELD_BY = ['dispute', 'payment_check', 'lost'] as const;
export type LettersHeldBy = (typeof LETTERS_HELD_BY)[number];

interface Words {
  readonly title: string;
  readonly text: string;
}

export const HELD_WORDS = {
  dispute: {
    title: 'These letters are on hold: a payment for them was disputed at your bank.',
    text: 'Until your bank decides, we mail none of these letters and charge nothing for them. If we keep the payment, everything continues, and no letter is skipped. If your bank takes the payment back, we mail no more of these letters. If you didn’t mean to dispute the payment, ask your bank to withdraw the dispute. Your other subscriptions and gifts aren’t affected.',
  },
  payment_check: {
    title: 'These letters are on hold while we check a payment.',
    text: 'We check it within two business days. Until then, your billing doesn’t change. If everything is in order, the letters continue, and no letter is skipped. If not, we refund the payment and email you.',
  },
  lost: {
    title: 'We mail no more of these letters: your bank took a payment back.',
    text: 'We charge nothing more for them. If you’ve paid for letters that haven’t arrived, email us.',
  },
} as const satisfies Record<LettersHeldBy, Words>;

/** Reasons as the recipient of a gift sees them: without a word about the gift's payment. */
export const GIFT_HELD_WORDS = {
  gift: {
    title: 'The letters of this gift are on hold.',
    text: 'No letters are being mailed right now. Letters that have already arrived are yours to keep. To find out more, ask the person who gave you the gift, or email us.',
  },
  gift_ended: {
    title: 'This gift has ended.',
    text: 'We mail no more letters. Letters that have already arrived are yours to keep. To find out more, ask the person who gave you the gift, or email us.',
  },
} as const satisfies Record<string, Words>;

export type LettersOfGiftHeldBy = keyof typeof GIFT_HELD_WORDS;

export function isOfGift(by: LettersHeldBy | LettersOfGiftHeldBy): by is LettersOfGiftHeldBy {
  return by in GIFT_HELD_WORDS;
}
