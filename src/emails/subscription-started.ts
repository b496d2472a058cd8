import { formatDate, type DateWindow } from '../domain/calendar-date.ts';
import { formatUsd } from '../domain/money.ts';
import { PLANS, type PlanType } from '../domain/plans.ts';
import { LETTERS_PER_SEASON } from '../domain/season.ts';
import {
  aside,
  button,
  facts,
  paragraph,
  salutation,
  sentence,
  type EmailBranding,
  type EmailContent,
} from './content.ts';

export interface SubscriptionStartedData {
  readonly name: string | null;
  readonly planType: PlanType;
  readonly seasonName: string;
  readonly amountPaidCents: number;
  /** What follows when a discount ends ('then $15.00 per month'); null without one. */
  readonly thenText: string | null;
  readonly firstLetter: DateWindow;
}

const PLAN_TERMS = {
  monthly: `${PLANS.monthly.charges} monthly charges in all; then the season ends by itself. You can cancel at any time.`,
  annual: 'One payment for the whole season. It does not renew.',
} as const satisfies Record<PlanType, string>;

export function subscriptionStarted(data: SubscriptionStartedData, branding: EmailBranding): EmailContent {
  const { planType, seasonName, amountPaidCents, thenText, firstLetter } = data;
  return {
    subject: `Payment received: ${seasonName} of The Dead Letter Club`,
    preview: `${formatUsd(amountPaidCents)} paid. Letter 1 goes to the post ${windowInWords(firstLetter)}.`,
    postmark: 'Paid',
    heading: 'Paid, stamped and filed.',
    salutation: salutation(data.name),
    blocks: [
      paragraph('Your payment has arrived, and a file has been opened in your name. This is your receipt.'),
      facts(
        ['Season', seasonName],
        ['Plan', PLANS[planType].name],
        ['Paid', formatUsd(amountPaidCents)],
        ...(thenText === null ? [] : [['Afterwards', sentence(thenText)] as const]),
        ['Terms', PLAN_TERMS[planType]],
        ['Letter 1', `Handed to the post ${windowInWords(firstLetter)}`],
      ),
      paragraph(
        'From there it takes 2-5 days within the United States, and 2-4 weeks anywhere else. ' +
          `The other ${LETTERS_PER_SEASON - 1} follow, two a month. You need not wait by the door. Somebody already does.`,
      ),
      button('See your subscription', `${branding.siteUrl}/account`),
      aside(
        'If the Club is not for you, write to us within 30 days of your first mailing for a full refund. ' +
          'We will not ask what frightened you.',
      ),
    ],
    because: 'you bought a season with us',
  };
}

function windowInWords({ earliest, latest }: DateWindow): string {
  return earliest === latest
    ? `on ${formatDate(earliest)}`
    : `between ${formatDate(earliest)} and ${formatDate(latest)}`;
}
