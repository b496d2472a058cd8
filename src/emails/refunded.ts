import { formatUsd } from '../domain/money.ts';
import { button, facts, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';
import { giftFact, inSentence, yourOrder } from './gift-words.ts';

export interface RefundedData {
  readonly name: string | null;
  readonly seasonName: string;
  /** The recipient of a gift. Missing in emails that an older release queued. */
  readonly giftFor?: string | null;
  readonly amountCents: number;
  /** True if the refund ended the subscription. */
  readonly ended: boolean;
}

/** The refunded amount may be zero. */
export function refunded(data: RefundedData, branding: EmailBranding): EmailContent {
  return data.amountCents === 0 ? endedWithoutMoney(data, branding) : moneyBack(data, branding);
}

function endedWords(order: string): string {
  return (
    `${order} has ended. We charge nothing more for it and mail no more of its letters. A letter that’s already in the ` +
    'mail may still arrive.'
  );
}

function moneyBack(data: RefundedData, branding: EmailBranding): EmailContent {
  const { name, seasonName, amountCents, ended, giftFor } = data;
  const order = yourOrder(giftFor);
  const amount = formatUsd(amountCents);
  return {
    subject: `${amount} is on its way back to you`,
    preview: 'Refunded to the card you paid with. Banks usually take 5-10 business days to show it.',
    postmark: 'Refunded',
    heading: 'Your money is on its way back.',
    salutation: salutation(name),
    blocks: [
      paragraph(
        `We have refunded ${amount} to the card you paid with. Your bank usually takes 5-10 business days to show it.`,
      ),
      facts(...giftFact(giftFor), ['Season', seasonName], ['Refunded', amount]),
      paragraph(
        ended
          ? `With this refund, ${endedWords(inSentence(order))}`
          : `Apart from this refund, nothing changes for ${inSentence(order)}.`,
      ),
      button('See your invoices', `${branding.siteUrl}/account/billing`),
    ],
    because: 'we refunded one of your payments',
  };
}

function endedWithoutMoney({ name, seasonName, giftFor }: RefundedData, branding: EmailBranding): EmailContent {
  const order = yourOrder(giftFor);
  return {
    subject: giftFor ? `${order} has ended` : `${order} to ${seasonName} has ended`,
    preview: 'Nothing more is charged, and no more letters are mailed.',
    postmark: 'Closed',
    heading: giftFor ? 'Your gift has ended.' : 'Your subscription has ended.',
    salutation: salutation(name),
    blocks: [
      paragraph(endedWords(order)),
      facts(...giftFact(giftFor), ['Season', seasonName]),
      button('See your account', `${branding.siteUrl}/account`),
    ],
    because: `${inSentence(order)} has ended`,
  };
}
