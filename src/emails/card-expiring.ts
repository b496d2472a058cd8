import { formatDate } from '../domain/calendar-date.ts';
import { cardInWords, type CardName, formatExpiry } from '../domain/card.ts';
import { WHILE_OVERDUE } from '../domain/subscription.ts';
import { button, facts, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';
import { inSentence, yourOrder } from './gift-words.ts';

export interface CardExpiringData {
  readonly name: string | null;
  /**
   * The recipients of the gifts that this card pays for; null for the user's own season. Missing in emails that an
   * older release queued.
   */
  readonly paysFor?: readonly (string | null)[];
  readonly card: CardName & { readonly expMonth: number; readonly expYear: number };
  /** The first charge after the card expires, RFC 3339 in UTC. */
  readonly nextCharge: string;
}

const ALL = new Intl.ListFormat('en-US');

export function cardExpiring(data: CardExpiringData, branding: EmailBranding): EmailContent {
  const { name, card, nextCharge, paysFor = [null] } = data;
  const orders = ALL.format(new Set(paysFor.map((giftFor) => inSentence(yourOrder(giftFor)))));
  return {
    subject: `${cardInWords(card)} expires before the next charge`,
    preview: 'Update your card so that no letter is delayed.',
    postmark: 'Expiring',
    heading: 'Your card expires before the next charge.',
    salutation: salutation(name),
    blocks: [
      paragraph(`The card that pays for ${orders} expires before the next charge is due.`),
      facts(
        ['Card', cardInWords(card)],
        ['Expires', formatExpiry(card)],
        ['Next charge', formatDate(new Date(nextCharge))],
      ),
      paragraph(
        'If you have a new card, enter it in your account. Some banks send the new card’s details to Stripe, our payment provider. If yours did, your account already shows the new card.',
      ),
      paragraph(`If the charge fails, we email you. ${WHILE_OVERDUE}`),
      button('Update your card', `${branding.siteUrl}/account/billing`),
    ],
    because: `the card that pays for ${orders} expires before the next charge`,
  };
}
