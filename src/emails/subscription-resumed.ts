import { formatDate } from '../domain/calendar-date.ts';
import { nextChargeInWords } from '../domain/charge-words.ts';
import { PLANS, type PlanType } from '../domain/plans.ts';
import { button, facts, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';
import { giftFact, yourOrder, inSentence } from './gift-words.ts';

export interface SubscriptionResumedData {
  readonly name: string | null;
  readonly seasonName: string;
  /** The recipient of a gift. Left out by emails queued before they named it. */
  readonly giftFor?: string | null;
  readonly planType: PlanType;
  /** The next charge, RFC 3339 in UTC; null when none is to come. */
  readonly nextCharge: string | null;
  /** After any discount. Left out by emails queued before they named it. */
  readonly nextChargeCents?: number | null;
}

export function subscriptionResumed(data: SubscriptionResumedData, branding: EmailBranding): EmailContent {
  const { name, seasonName, giftFor, planType } = data;
  const order = yourOrder(giftFor);
  return {
    subject: !giftFor ? `Your subscription to ${seasonName} goes on` : 'Your gift goes on',
    preview: 'As if nothing had happened. We have forgotten it already.',
    postmark: 'Resumed',
    heading: !giftFor ? 'You came back.' : 'The letters go on.',
    salutation: salutation(name),
    blocks: [
      paragraph(`${order} is running again, with the same plan and the same card, to the address you gave us last.`),
      facts(
        ...giftFact(giftFor),
        ['Season', seasonName],
        ['Plan', PLANS[planType].name],
        ['Next charge', nextChargeOf(data)],
      ),
      paragraph(
        !giftFor
          ? 'They usually do come back. It is the handwriting.'
          : 'If we wrote to them in between, we spoke of fewer letters. “Send the email again”, in your account, makes it all of them.',
      ),
      button(!giftFor ? 'See your subscription' : 'See your gifts', `${branding.siteUrl}/account/subscription`),
    ],
    because: `${inSentence(order)} was resumed`,
  };
}

function nextChargeOf({ nextCharge, nextChargeCents }: SubscriptionResumedData): string {
  if (nextCharge === null) return 'None';
  const day = formatDate(new Date(nextCharge));
  return nextChargeCents === undefined || nextChargeCents === null
    ? `On ${day}`
    : nextChargeInWords(nextChargeCents, day);
}
