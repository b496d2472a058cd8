import { formatUsd } from '../domain/money.ts';
import { type Block, button, facts, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';
import { giftFact, inSentence, yourOrder } from './gift-words.ts';

export interface PaymentDisputedData {
  readonly name: string | null;
  readonly seasonName: string;
  readonly giftFor: string | null;
  readonly outcome: 'open' | 'won' | 'lost';
  /** The disputed amount; zero if we won the dispute. */
  readonly amountCents: number;
  readonly monthly: boolean;
}

export function paymentDisputed(data: PaymentDisputedData, branding: EmailBranding): EmailContent {
  const { amountCents, seasonName, giftFor } = data;
  const disputed = amountCents === 0 ? [] : [['Disputed', formatUsd(amountCents)] as const];
  const { blocks, ...words } = WORDS[data.outcome](data, branding);
  return {
    ...words,
    salutation: salutation(data.name),
    because: `a payment for ${inSentence(yourOrder(giftFor))} was disputed`,
    blocks: [
      ...blocks,
      facts(...giftFact(giftFor), ['Season', seasonName], ...disputed),
      button('See your account', `${branding.siteUrl}/account/subscription`),
    ],
  };
}

type Words = Pick<EmailContent, 'subject' | 'preview' | 'postmark' | 'heading'> & { readonly blocks: readonly Block[] };

const WORDS = { open: onHold, won: goesOn, lost: ended } as const satisfies Record<
  PaymentDisputedData['outcome'],
  (data: PaymentDisputedData, branding: EmailBranding) => Words
>;

function onHold({ amountCents, giftFor, monthly }: PaymentDisputedData, { supportEmail }: EmailBranding): Words {
  const letters = giftFor ? `The letters to ${giftFor}` : 'Your letters';
  const order = inSentence(yourOrder(giftFor));
  return {
    subject: `${letters} are on hold: your bank opened a dispute`,
    preview: 'Nothing is mailed or charged for this order until your bank decides.',
    postmark: 'On hold',
    heading: `${letters} are on hold.`,
    blocks: [
      paragraph(
        `Your bank has opened a dispute about your payment of ${formatUsd(amountCents)} to us. Until it decides, we mail no letters of ${order}` +
          `${monthly ? ' and charge nothing for it' : ''}.`,
      ),
      paragraph(
        `If your bank decides that we keep the payment, letters${monthly ? ' and charges' : ''} continue where they stopped, and no letter is skipped. ` +
          `If your bank takes the payment back, ${order} ends.`,
      ),
      paragraph(
        `If you didn’t mean to dispute the payment, ask your bank to withdraw the dispute. If something is wrong with your order, email ${supportEmail}.`,
      ),
    ],
  };
}

function goesOn({ giftFor, monthly }: PaymentDisputedData): Words {
  const letters = giftFor ? `The letters to ${giftFor}` : 'Your letters';
  return {
    subject: `${letters} continue`,
    preview: 'The dispute about your payment is over.',
    postmark: 'Resumed',
    heading: `${letters} continue.`,
    blocks: [
      paragraph(
        `The dispute about your payment is over, and we keep the payment. No letter is skipped.${giftFor ? '' : ' Your account shows when we mail the next one.'}`,
      ),
      paragraph(
        monthly
          ? 'Any monthly charges that are left continue, too. If a monthly charge was due during the dispute, we skipped it. We make it at the end of the season instead, so the number of charges stays the same.'
          : `Nothing more is charged for ${inSentence(yourOrder(giftFor))}.`,
      ),
    ],
  };
}

function ended({ amountCents, giftFor }: PaymentDisputedData, { supportEmail }: EmailBranding): Words {
  const order = yourOrder(giftFor);
  return {
    subject: `${order} has ended: your bank took the payment back`,
    preview: 'Nothing more is charged, and no more letters are mailed.',
    postmark: 'Closed',
    heading: `${order} has ended.`,
    blocks: [
      paragraph(
        `The dispute about your payment was decided in your favor, and your bank took ${formatUsd(amountCents)} back from us. ` +
          `So we have ended ${inSentence(order)}. We charge nothing more for it and mail no more of its letters. A letter that was mailed before may still arrive.`,
      ),
      paragraph(`If you’ve paid for letters that haven’t arrived, email ${supportEmail}.`),
    ],
  };
}
