import { FIRST_LETTER_WITHIN } from '../../../domain/first-letter-words.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';

export interface AddressWords {
  readonly legend: string | null;
  readonly why: string | null;
  readonly panel: string;
  readonly letters: string;
  readonly leaving: string;
  readonly reach: string;
}

const ANYWHERE = 'every country';

export const WHAT_COMES = 'What arrives';
const SIGNED_FOR = 'What you get';

const WHOLE_SEASON = 'Twenty-four letters over twelve months';
const ALL_BUT_ONE = 'and all but one of them meant for someone else';
const GIFT_LEAVES = `The first leaves within ${FIRST_LETTER_WITHIN} of the day the gift begins. The rest follow twice a month, on Fridays.`;

const OWN: AddressWords = {
  legend: 'Where the letters go',
  why: null,
  panel: SIGNED_FOR,
  letters: `${WHOLE_SEASON}, each addressed to you, ${ALL_BUT_ONE}.`,
  leaving: `The first leaves within ${FIRST_LETTER_WITHIN}. The rest follow twice a month, on Fridays.`,
  reach: ANYWHERE,
};

const GIVER: AddressWords = {
  legend: 'Your own address',
  why: 'For letters of your own, if you order any. You enter the gift’s address in the next step.',
  panel: SIGNED_FOR,
  letters: `${WHOLE_SEASON}, each addressed to the person you give them to, ${ALL_BUT_ONE}.`,
  leaving: GIFT_LEAVES,
  reach: 'the four countries that gifts go to',
};

const RECIPIENT: AddressWords = {
  legend: null,
  why: null,
  panel: WHAT_COMES,
  letters: 'Letters, each addressed to you, and hardly one of them meant for you.',
  leaving: GIFT_LEAVES,
  reach: 'the address its giver gave us',
};

export function addressWords(next: string | undefined): AddressWords {
  if (next?.startsWith(APP_PATHS.giftSubscription)) return GIVER;
  return next?.startsWith(APP_PATHS.giftClaim) ? RECIPIENT : OWN;
}
