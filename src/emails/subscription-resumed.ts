import { formatDate } from '../domain/calendar-date.ts';
import { nextChargeInWords } from '../domain/charge-words.ts';
import { PLANS, type PlanType } from '../domain/plans.ts';
import { button, facts, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';
import { giftFact, yourOrder, inSentence } from './gift-words.ts';

export interface SubscriptionResumedData {
  readonly name: string | null;
  readonly seasonName: string;
  /** The recipient of a gift. Missing in emails that an older release queued. */
  readonly giftFor?: string | null;
  readonly planType: PlanType;
  /** The next charge, RFC 3339 in UTC; null if there is none. */
  readonly nextCharge: string | null;
  /** The amount after any discount. Missing in emails that an older release queued. */
  readonly nextChargeCents?: number | null;
}

export function subscriptionResumed(data: SubscriptionResumedData, branding: EmailBranding): EmailContent {
  const { name, seasonName, giftFor, planType } = data;
  const order = yourOrder(giftFor);
  return {
    subject: !giftFor ? `Your subscription to ${seasonName} is active again` : 'Your gift is active again',
    preview: 'The plan is the same as before.',
    postmark: 'Resumed',
    heading: !giftFor ? 'Your subscription is active again.' : 'Your gift is active again.',
    salutation: salutation(name),
    blocks: [
      paragraph(`${order} is active again, with the same plan.`),
      facts(
        ...giftFact(giftFor),
        ['Season', seasonName],
        ['Plan', PLANS[planType].name],
        ['Next charge', nextChargeOf(data)],
      ),
      ...(!giftFor ? [] : [paragraph(giftEmailWords(giftFor))]),
      button(!giftFor ? 'See your subscription' : 'See your gifts', `${branding.siteUrl}/account/subscription`),
    ],
    because: `${inSentence(order)} was resumed`,
  };
}

function giftEmailWords(recipient: string): string {
  return `If we’ve emailed ${recipient} since you canceled, that email promised fewer letters. To correct it, press “Send the email again” beside the gift in your account.`;
}

function nextChargeOf({ nextCharge, nextChargeCents }: SubscriptionResumedData): string {
  if (nextCharge === null) return 'None';
  const day = formatDate(new Date(nextCharge));
  return nextChargeCents === undefined || nextChargeCents === null
    ? `On ${day}`
    : nextChargeInWords(nextChargeCents, day);
}
