import { APP_PATHS } from '../../../contract/site-paths.ts';

export interface AddressWords {
  readonly legend: string;
  readonly why: string | null;
  readonly addressee: string;
  readonly reach: string;
}

const ANYWHERE = 'every country we have been able to find';

const OWN: AddressWords = { legend: 'Where the letters go', why: null, addressee: 'you', reach: ANYWHERE };

const GIVER: AddressWords = {
  legend: 'Your own address',
  why: 'For letters of your own, should you want any. The gift goes to the address you give for it next.',
  addressee: 'the person you give them to',
  reach: 'the four countries that gifts go to',
};

const RECIPIENT: AddressWords = {
  legend: 'Your address',
  why: 'For letters you may order yourself. Your gift goes to the address its giver gave us, whatever stands here.',
  addressee: 'you',
  reach: 'the address its giver gave us',
};

/** rules/gifts 30. */
export function addressWords(next: string | undefined): AddressWords {
  if (next?.startsWith(APP_PATHS.giftSubscription)) return GIVER;
  return next?.startsWith(APP_PATHS.giftClaim) ? RECIPIENT : OWN;
}
