import { amountInWords, chargeInWords } from '../domain/charge-words.ts';
import { PLANS } from '../domain/plans.ts';
import type { ChargeNumber } from '../domain/term.ts';
import { button, facts, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';
import { giftFact } from './gift-words.ts';
import { receiptFacts } from './receipt-facts.ts';

export interface RenewalReceiptData {
  readonly name: string | null;
  readonly seasonName: string;
  /** The recipient of a gift. Missing in emails that an older release queued. */
  readonly giftFor?: string | null;
  readonly amountCents: number;
  readonly paidAt: string;
  readonly invoiceNumber: string | null;
  /** Which of the season's charges this is. */
  readonly charge: ChargeNumber;
}

const MONTHS = PLANS.monthly.charges;

export function renewalReceipt(data: RenewalReceiptData, branding: EmailBranding): EmailContent {
  const { seasonName, charge, giftFor } = data;
  const isGift = Boolean(giftFor);
  const amount = amountInWords(data.amountCents);
  const isPaid = data.amountCents > 0;
  const isLast = charge >= MONTHS;
  const charged = chargeInWords(data.amountCents, 'was charged this month');
  return {
    subject: isPaid ? `Receipt: ${amount} for ${seasonName} of The Dead Letter Club` : `${charged} for ${seasonName}`,
    preview: `Month ${charge} of ${MONTHS}, with two more letters.`,
    postmark: isPaid ? 'Paid' : 'Filed',
    heading: isPaid ? 'We received your payment.' : `${charged}.`,
    salutation: salutation(data.name),
    blocks: [
      paragraph(`${charged} for ${isGift ? `your gift to ${giftFor}` : 'your letters'}. This is your receipt.`),
      facts(...giftFact(giftFor), ['Season', seasonName], ['Paid', amount], ...receiptFacts(data), [
        'Month',
        `${charge} of ${MONTHS}`,
      ]),
      paragraph(
        isLast
          ? `That was the last ${isPaid ? 'charge' : 'month'}. Nothing more will be charged for this ${isGift ? 'gift' : 'season'}. ${isGift ? `The remaining letters still go to ${giftFor}.` : 'Your remaining letters will still arrive.'}`
          : isGift
            ? 'There’s nothing you need to do.'
            : 'There’s nothing you need to do. Keep the envelopes.',
      ),
      button('See your invoices', `${branding.siteUrl}/account/billing`),
    ],
    because: `your ${isGift ? 'gift' : 'subscription'} is billed monthly`,
  };
}
