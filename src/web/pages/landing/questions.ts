import { WHEN_MISSING } from '../../../domain/letters-in-words.ts';
import { MINIMUM_AGE, RECOMMENDED_AGE } from '../../../domain/season.ts';
import { TRANSIT_IN_WORDS } from '../../../domain/transit.ts';

export interface Question {
  readonly question: string;
  readonly answer: string;
}

/** Search engines read the answers too, so each stands by itself. */
export const QUESTIONS = [
  {
    question: 'When does my first letter arrive?',
    answer:
      `It ships within 1-3 business days of your order. Within the United States allow ${TRANSIT_IN_WORDS.domestic} after that; ` +
      `elsewhere, ${TRANSIT_IN_WORDS.abroadFirst} for the first letter and ${TRANSIT_IN_WORDS.abroadLater} for the rest. ` +
      `The longer times also apply to ${TRANSIT_IN_WORDS.farPlaces}. The sea keeps its own hours.`,
  },
  {
    question: 'How often do letters come?',
    answer:
      'Twice a month. They are mailed on the second and fourth Friday, until you have had all twenty-four. That takes twelve months.',
  },
  {
    question: 'Does my subscription renew?',
    answer:
      'The monthly plan is charged each month until twelve months are paid; then it ends by itself. The annual plan is one payment. Neither runs on into another season: if you want one, you will have to ask for it.',
  },
  {
    question: 'Can I cancel?',
    answer:
      'At any time, under Subscription in your account. It takes effect at the end of the billing period you have paid for, and letters already paid for keep coming. There are no partial refunds, but within 30 days of your first mailing you may have all of it back.',
  },
  {
    question: 'Where do you ship, and what does it cost?',
    answer:
      'To the United States and abroad, and nothing. If your country is not on our list, choose “Another country” and tell us which it is; we have not met a post office yet that would not take a letter.',
  },
  {
    question: 'Is it suitable for children?',
    answer: `We recommend it for ages ${RECOMMENDED_AGE} and up: there is a murder in it, and adults behaving like adults. It is not intended for anyone under ${MINIMUM_AGE}.`,
  },
  {
    question: 'Can I give it to somebody?',
    answer:
      'Yes. A gift goes to their address in the United States, Canada, the United Kingdom or Australia from the day you choose, with your message on a card in the first letter. On that day we write to tell them what is on its way, and from whom, unless you would rather do that yourself.',
  },
  {
    question: 'I am moving. What now?',
    answer:
      'Change the address under Profile in your account. Tick the subscriptions that move with you; the page names the first letter that goes to the new address. Letters already sealed keep the old one.',
  },
  {
    question: 'A letter is late, or came in pieces. Is that a clue?',
    answer: `Almost never. Once its days have passed, “It hasn’t come” stands beside the letter in your account: press it. ${WHEN_MISSING} If it came in pieces, write to us from the Support page. If it arrives singed, do write, but keep it.`,
  },
  {
    question: 'What if I do not solve it?',
    answer:
      'Then you will be in the company of the entire county. Letter twenty-four tells you what happened. It does not tell you what you missed; the first envelope does that.',
  },
] as const satisfies readonly Question[];
