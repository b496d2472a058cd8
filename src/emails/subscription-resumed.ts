import { formatDate } from '../domain/calendar-date.ts';
import { formatUsd } from '../domain/money.ts';
import { PLANS, type PlanType } from '../domain/plans.ts';
import { button, facts, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';

export interface SubscriptionResumedData {
  readonly name: string | null;
  readonly seasonName: string;
  readonly planType: PlanType;
  /** The next charge, RFC 3339 in UTC; null when none is to come. */
  readonly nextCharge: string | null;
}

export function subscriptionResumed(
  { name, seasonName, planType, nextCharge }: SubscriptionResumedData,
  branding: EmailBranding,
): EmailContent {
  return {
    subject: `Your subscription to ${seasonName} goes on`,
    preview: 'As if nothing had happened. We have forgotten it already.',
    postmark: 'Resumed',
    heading: 'You came back.',
    salutation: salutation(name),
    blocks: [
      paragraph('Your subscription is running again, with the same plan, the same card and the same address.'),
      facts(
        ['Season', seasonName],
        ['Plan', PLANS[planType].name],
        [
          'Next charge',
          nextCharge === null
            ? 'None'
            : `${formatUsd(PLANS[planType].priceCents)} on ${formatDate(new Date(nextCharge))}, less any discount`,
        ],
      ),
      paragraph('They usually do come back. It is the handwriting.'),
      button('See your subscription', `${branding.siteUrl}/account/subscription`),
    ],
    because: 'your subscription was resumed',
  };
}
