import { type CalendarDate, type DateWindow, windowInWords } from '../domain/calendar-date.ts';
import { amountInWords } from '../domain/charge-words.ts';
import { PLANS, type PlanType } from '../domain/plans.ts';
import { LETTERS_PER_SEASON } from '../domain/season.ts';
import { TRANSIT_IN_WORDS } from '../domain/transit.ts';
import {
  aside,
  button,
  facts,
  paragraph,
  quietLink,
  salutation,
  type EmailBranding,
  type EmailContent,
} from './content.ts';
import { receiptFacts, receiptInBrief, receiptOpening } from './receipt-facts.ts';
import { termsOfPurchase } from './terms-of-purchase.ts';

export interface SubscriptionStartedData {
  readonly name: string | null;
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
  readonly firstLetter: DateWindow;
}

export function subscriptionStarted(data: SubscriptionStartedData, branding: EmailBranding): EmailContent {
  const { planType, seasonName, amountPaidCents, firstLetter } = data;
  const isPaid = amountPaidCents > 0;
  return {
    subject: `${isPaid ? 'Payment received' : 'Your subscription has started'}: ${seasonName} of The Dead Letter Club`,
    preview: `${receiptInBrief(amountPaidCents)} We mail letter 1 ${windowInWords(firstLetter)}.`,
    postmark: isPaid ? 'Paid' : 'Started',
    heading: isPaid ? 'We received your payment.' : 'Your subscription has started.',
    salutation: salutation(data.name),
    blocks: [
      paragraph(receiptOpening(amountPaidCents)),
      facts(
        ['Season', seasonName],
        ['Plan', PLANS[planType].name],
        ['Paid', amountInWords(amountPaidCents)],
        ...receiptFacts(data),
        ...termsOfPurchase(data, { isGift: false }),
        ['Letter 1', `Mailed ${windowInWords(firstLetter)}`],
      ),
      paragraph(
        `Within the United States, each letter takes ${TRANSIT_IN_WORDS.domestic}. Abroad, letter 1 takes ${TRANSIT_IN_WORDS.abroadFirst}, and each later letter ${TRANSIT_IN_WORDS.abroadLater}. ` +
          `The times abroad also apply to ${TRANSIT_IN_WORDS.farPlaces}. ` +
          `The other ${LETTERS_PER_SEASON - 1} letters follow, two a month. There’s nothing you need to do.`,
      ),
      button('See your subscription', `${branding.siteUrl}/account`),
      quietLink('See your charges, or cancel', `${branding.siteUrl}/account/subscription`),
      quietLink('The Terms you agreed to', `${branding.siteUrl}/terms`),
      aside(
        'If the Club isn’t for you, cancel in your account. It also says whether you get your money back, and how.',
      ),
    ],
    because: 'you bought a season from us',
  };
}
