import { formatUsd } from '../domain/money.ts';
import { WHILE_OVERDUE } from '../domain/subscription.ts';
import { aside, button, facts, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';
import { giftFact, inSentence, yourOrder } from './gift-words.ts';

export interface PaymentActionRequiredData {
  readonly name: string | null;
  readonly seasonName: string;
  /** The recipient of a gift. Missing in emails that an older release queued. */
  readonly giftFor?: string | null;
  readonly amountCents: number;
}

export function paymentActionRequired(data: PaymentActionRequiredData, branding: EmailBranding): EmailContent {
  const amount = formatUsd(data.amountCents);
  const order = inSentence(yourOrder(data.giftFor));
  return {
    subject: `Your bank wants you to confirm a payment of ${amount}`,
    preview: 'Confirm the payment in your account, and the letters continue.',
    postmark: 'Confirm',
    heading: 'Your bank needs you to confirm a payment.',
    salutation: salutation(data.name),
    blocks: [
      paragraph(
        `The next month of ${order} costs ${amount}. Your bank won’t let the payment through until you confirm it.`,
      ),
      facts(...giftFact(data.giftFor), ['Season', data.seasonName], ['Amount', amount]),
      paragraph(
        'Sign in, press “Try the payment again” under Billing, and follow your bank’s steps. Nothing has been charged for that month yet.',
      ),
      button('Confirm the payment', `${branding.siteUrl}/account/billing`),
      aside(
        `${WHILE_OVERDUE} Please confirm the payment as soon as you can: if you don’t, ${order} ends. You won’t owe us anything.`,
      ),
    ],
    because: `a payment for ${order} needs your confirmation`,
  };
}
