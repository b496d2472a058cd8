import { formatDate } from '../domain/calendar-date.ts';
import { cardInWords, type CardName, formatExpiry } from '../domain/card.ts';
import { button, facts, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';

export interface CardExpiringData {
  readonly name: string | null;
  readonly card: CardName & { readonly expMonth: number; readonly expYear: number };
  /** The first charge after the card's expiry, RFC 3339 in UTC. */
  readonly nextCharge: string;
}

export function cardExpiring({ name, card, nextCharge }: CardExpiringData, branding: EmailBranding): EmailContent {
  return {
    subject: `Your ${cardInWords(card)} expires before the next charge`,
    preview: 'Update it now, and no letter has to wait.',
    postmark: 'Expiring',
    heading: 'Your card is about to expire.',
    salutation: salutation(name),
    blocks: [
      paragraph('The card your subscription is charged to expires before the next charge is due.'),
      facts(
        ['Card', cardInWords(card)],
        ['Expires', formatExpiry(card)],
        ['Next charge', formatDate(new Date(nextCharge))],
      ),
      paragraph(
        'If your bank has sent you a new one, enter it in your account. If it has updated us by itself, there is nothing to do.',
      ),
      button('Update your card', `${branding.siteUrl}/account/billing`),
    ],
    because: 'the card of your subscription is about to expire',
  };
}
