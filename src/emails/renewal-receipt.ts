import { formatUsd } from '../domain/money.ts';
import { PLANS } from '../domain/plans.ts';
import type { ChargeNumber } from '../domain/term.ts';
import { button, facts, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';
import { giftFact } from './gift-words.ts';
import { receiptFacts } from './receipt-facts.ts';

export interface RenewalReceiptData {
  readonly name: string | null;
  readonly seasonName: string;
  /** The recipient of a gift. Left out by emails queued before they named it. */
  readonly giftFor?: string | null;
  readonly amountCents: number;
  readonly paidAt: string;
  readonly invoiceNumber: string | null;
  /** Which of the season's monthly charges this was. */
  readonly charge: ChargeNumber;
}

const CHARGES = PLANS.monthly.charges;

export function renewalReceipt(data: RenewalReceiptData, branding: EmailBranding): EmailContent {
  const { seasonName, charge, giftFor } = data;
  const isGift = Boolean(giftFor);
  const amount = formatUsd(data.amountCents);
  const isLast = charge >= CHARGES;
  return {
    subject: `Receipt: ${amount} for ${seasonName} of The Dead Letter Club`,
    preview: `Charge ${charge} of ${CHARGES}. Two more letters are ${isGift ? 'paid for' : 'yours'}.`,
    postmark: 'Paid',
    heading: 'Paid, stamped and filed.',
    salutation: salutation(data.name),
    blocks: [
      paragraph(
        `Your card was charged ${amount} for another month of ${isGift ? `your gift to ${giftFor}` : 'letters'}. This is your receipt.`,
      ),
      facts(...giftFact(giftFor), ['Season', seasonName], ['Paid', amount], ...receiptFacts(data), [
        'Charge',
        `${charge} of ${CHARGES}`,
      ]),
      paragraph(
        isLast
          ? `That was the last charge. The letters ${isGift ? 'still to come go on to them' : 'you are still owed will come'}; nothing else will be taken.`
          : isGift
            ? 'There is nothing to do but wait for what they tell you of it.'
            : 'There is nothing to do but keep the envelopes.',
      ),
      button('See your invoices', `${branding.siteUrl}/account/billing`),
    ],
    because: isGift ? 'your gift was renewed' : 'your subscription was renewed',
  };
}
