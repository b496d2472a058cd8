import { country, GIFT_COUNTRIES } from '../../../domain/countries.ts';
import { FIRST_LETTER_WITHIN } from '../../../domain/first-letter-words.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';

export interface AddressWords {
  readonly legend: string | null;
  readonly why: string | null;
  readonly panel: string;
  readonly letters: string;
  readonly leaving: string;
  readonly shipping: string;
}

const ANYWHERE = 'Shipping is free to every country.';

/** 'the United States, Canada, …'. */
function giftCountries(): string {
  const names = GIFT_COUNTRIES.map((code) => country(code).name);
  return new Intl.ListFormat('en-US').format(names.map((name) => (name.startsWith('United ') ? `the ${name}` : name)));
}

export const WHAT_COMES = 'What arrives';
const SIGNED_FOR = 'What you get';

const WHOLE_SEASON = 'Twenty-four letters over twelve months';
const ALL_BUT_ONE = 'and all but one of them meant for someone else';
const GIFT_LEAVES = `We mail the first letter within ${FIRST_LETTER_WITHIN} of the day the gift begins, then two a month, on Fridays.`;

const OWN: AddressWords = {
  legend: 'Where the letters go',
  why: null,
  panel: SIGNED_FOR,
  letters: `${WHOLE_SEASON}, each addressed to you, ${ALL_BUT_ONE}.`,
  leaving: `We mail the first letter within ${FIRST_LETTER_WITHIN}, then two a month, on Fridays.`,
  shipping: ANYWHERE,
};

const GIVER: AddressWords = {
  legend: 'Your own address',
  why: 'We use this address if you order letters for yourself. You enter the gift’s address in the next step.',
  panel: SIGNED_FOR,
  letters: `${WHOLE_SEASON}, each addressed to the person you give them to, ${ALL_BUT_ONE}.`,
  leaving: GIFT_LEAVES,
  shipping: `Shipping is free to ${giftCountries()}.`,
};

const RECIPIENT: AddressWords = {
  legend: null,
  why: null,
  panel: WHAT_COMES,
  letters: 'Letters addressed to you, but almost none of them meant for you.',
  leaving: GIFT_LEAVES,
  shipping: 'Shipping is free. The giver has already told us where the letters go.',
};

export function addressWords(next: string | undefined): AddressWords {
  if (next?.startsWith(APP_PATHS.giftSubscription)) return GIVER;
  return next?.startsWith(APP_PATHS.giftClaim) ? RECIPIENT : OWN;
}
