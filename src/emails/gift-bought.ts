import { type CalendarDate, type DateWindow, formatDate, windowInWords } from '../domain/calendar-date.ts';
import { amountInWords } from '../domain/charge-words.ts';
import { PLANS, type PlanType } from '../domain/plans.ts';
import { button, facts, paragraph, quietLink, salutation, type EmailBranding, type EmailContent } from './content.ts';
import { receiptFacts, receiptInBrief, receiptOpening } from './receipt-facts.ts';
import { termsOfPurchase } from './terms-of-purchase.ts';

export interface GiftBoughtData {
  readonly name: string | null;
  readonly recipientName: string;
  readonly planType: PlanType;
  readonly seasonName: string;
  readonly amountPaidCents: number;
  readonly paidAt?: string | null;
  readonly invoiceNumber?: string | null;
  /** The charges after the day of purchase ('then $15.00 per month'); null if there are none. */
  readonly thenText: string | null;
  /** How many charges there are in all. Missing in emails that an older release queued. */
  readonly charges?: number;
  /** Missing in emails that an older release queued. */
  readonly lastChargeOn?: CalendarDate | null;
  readonly sameDay?: boolean;
  readonly startDate: CalendarDate;
  readonly firstLetter: DateWindow;
  /** False if the giver tells the recipient in person. */
  readonly weWillWrite: boolean;
  /** Missing in emails that an older release queued. */
  readonly hasMessage?: boolean;
}

export function giftBought(data: GiftBoughtData, branding: EmailBranding): EmailContent {
  const { recipientName, planType, seasonName, amountPaidCents, startDate, firstLetter } = data;
  return {
    subject: `Your gift of ${seasonName} is confirmed`,
    preview: `${receiptInBrief(amountPaidCents)} The gift begins on ${formatDate(startDate)}.`,
    postmark: 'Gift',
    heading: 'Your gift is confirmed.',
    salutation: salutation(data.name),
    blocks: [
      paragraph(receiptOpening(amountPaidCents)),
      facts(
        ['For', recipientName],
        ['Season', seasonName],
        ['Plan', PLANS[planType].name],
        ['Paid', amountInWords(amountPaidCents)],
        ...receiptFacts(data),
        ...termsOfPurchase(data, { isGift: true }),
        ['Begins', formatDate(startDate)],
        ['Letter 1', `Mailed ${windowInWords(firstLetter)}`],
      ),
      paragraph(
        data.weWillWrite
          ? `On the day the gift begins, we email ${recipientName}. ${announcementWords(data)}`
          : `You chose to tell ${recipientName} yourself, so we won’t send an email about the gift.`,
      ),
      paragraph(
        'In your account, you can download a certificate to print. You can also change the gift’s mailing address and start date there, for a while: your account shows until when.',
      ),
      button('See your gifts', `${branding.siteUrl}/account/subscription`),
      quietLink('The Terms you agreed to', `${branding.siteUrl}/terms`),
    ],
    because: 'you bought a gift from us',
  };
}

function announcementWords({ name, hasMessage = true }: GiftBoughtData): string {
  if (name !== null) return `The email has ${hasMessage ? 'your message and ' : ''}your name, but not the price.`;
  const words = hasMessage ? 'has your message, but not' : 'doesn’t have';
  return `The email ${words} the price. To have your name in it, add your name under Profile in your account.`;
}
