import { GUARANTEE_DAYS } from '../../../domain/guarantee.ts';
import { FIRST_LETTER_WITHIN } from '../../../domain/first-letter-words.ts';
import { CUSTOMS_WORDS, ENVELOPE_WORDS, WHEN_MISSING } from '../../../domain/letters-in-words.ts';
import { MINIMUM_AGE, RECOMMENDED_AGE } from '../../../domain/season.ts';
import { TRANSIT_IN_WORDS } from '../../../domain/transit.ts';

export interface Question {
  readonly question: string;
  readonly answer: string;
}

/** Search engines show single answers, so each must be complete on its own. */
export const QUESTIONS = [
  {
    question: 'When does my first letter arrive?',
    answer:
      `It ships within ${FIRST_LETTER_WITHIN} of your order. Within the United States, a letter takes ${TRANSIT_IN_WORDS.domestic}; ` +
      `abroad, the first takes ${TRANSIT_IN_WORDS.abroadFirst} and each later one ${TRANSIT_IN_WORDS.abroadLater}. ` +
      `The times abroad also apply to ${TRANSIT_IN_WORDS.farPlaces}. The sea keeps its own hours.`,
  },
  {
    question: 'How often do letters arrive?',
    answer:
      'Twice a month. We mail them on the second and fourth Friday of each month for twelve months, twenty-four letters in all. Everyone starts with letter 1.',
  },
  {
    question: 'Does my subscription renew?',
    answer:
      'The monthly plan is charged each month until twelve months are paid; then it ends automatically. The annual plan is one payment. Neither renews into another season.',
  },
  {
    question: 'Can I cancel?',
    answer: `Yes, at any time, under Subscription in your account. Cancellation takes effect at the end of the period you’ve paid for, and letters already paid for still arrive. There are no partial refunds, but within ${GUARANTEE_DAYS} days of your first mailing you can email us for a full refund, and the letters end.`,
  },
  {
    question: 'Where do you ship, and what does it cost?',
    answer: `We mail to the United States and abroad, free. If your country isn’t on our list, choose “Another country” and tell us which. ${ENVELOPE_WORDS} ${CUSTOMS_WORDS}`,
  },
  {
    question: 'Is it suitable for children?',
    answer: `We recommend it for ages ${RECOMMENDED_AGE} and up: there is a murder in it, and adults behaving like adults. It is not intended for anyone under ${MINIMUM_AGE}.`,
  },
  {
    question: 'Can I give it as a gift?',
    answer:
      'Yes, to an address in the United States, Canada, the United Kingdom or Australia. Your message is on a card with the first letter. On the start date you choose, we email the recipient, unless you’d rather tell them yourself.',
  },
  {
    question: 'I’m moving. What do I do?',
    answer:
      'Change your address under Profile in your account, and choose the subscriptions that move with you. The page names the first letter that goes to the new address. Letters already addressed go to the old one. If your letters are a gift, email us the new address.',
  },
  {
    question: 'A letter is late, or arrived damaged. Is that a clue?',
    answer: `Almost never. If it hasn’t arrived when expected, press “It hasn’t arrived” beside the letter in your account. ${WHEN_MISSING} If it arrived damaged, email us (see Support). If it arrives singed, do write, but keep it.`,
  },
  {
    question: 'What if I do not solve it?',
    answer:
      'Then you will be in the company of the entire county. Letter twenty-four tells you what happened. It does not tell you what you missed; the first envelope does that.',
  },
] as const satisfies readonly Question[];
