import { formatDate } from '../domain/calendar-date.ts';
import { cardInWords, type CardName } from '../domain/card.ts';
import { formatUsd } from '../domain/money.ts';
import { WHILE_OVERDUE } from '../domain/subscription.ts';
import { aside, button, facts, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';
import { giftFact, inSentence, yourOrder } from './gift-words.ts';

export interface PaymentFailedData {
  readonly name: string | null;
  readonly seasonName: string;
  /** The recipient of a gift. Missing in emails that an older release queued. */
  readonly giftFor?: string | null;
  readonly amountCents: number;
  readonly card: CardName | null;
  /** When Stripe tries the card again, RFC 3339 in UTC; null if it doesn't. */
  readonly nextAttempt: string | null;
}

export function paymentFailed(data: PaymentFailedData, branding: EmailBranding): EmailContent {
  const amount = formatUsd(data.amountCents);
  const order = inSentence(yourOrder(data.giftFor));
  return {
    subject: `Your payment of ${amount} didn’t go through`,
    preview: 'Update your card in your account. It takes a minute.',
    postmark: 'Unpaid',
    heading: 'Your payment didn’t go through.',
    salutation: salutation(data.name),
    blocks: [
      paragraph(`We tried to charge ${amount} for the next month of ${order}, but the payment didn’t go through.`),
      facts(
        ...giftFact(data.giftFor),
        ['Season', data.seasonName],
        ['Amount', amount],
        ...(data.card === null ? [] : [['Card', cardInWords(data.card)] as const]),
        ['Next attempt', data.nextAttempt === null ? 'None' : formatDate(new Date(data.nextAttempt))],
      ),
      paragraph(`Update the card in your account, and we’ll charge the new one right away. ${WHILE_OVERDUE}`),
      ...(branding.retryNotice ? [paragraph(branding.retryNotice)] : []),
      button('Update your card', `${branding.siteUrl}/account/billing`),
      aside(`${whatNext(data.nextAttempt)}, ${order} ends. You won’t owe us anything.`),
    ],
    because: `a payment for ${order} failed`,
  };
}

function whatNext(nextAttempt: string | null): string {
  if (nextAttempt === null) return 'We won’t try this card again. Please enter a working card soon: if you don’t';
  return 'If you don’t update the card and the next attempts fail, too';
}
