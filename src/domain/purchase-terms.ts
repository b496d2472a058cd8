import { type CalendarDate, formatDate } from './calendar-date.ts';
import { GUARANTEE_DAYS } from './guarantee.ts';
import { formatUsd } from './money.ts';
import { PLANS, type PlanType } from './plans.ts';
import { DAY_MAY_DIFFER } from './subscription.ts';

export interface PurchaseTermsFacts {
  readonly planType: PlanType;
  /** What the first charge takes, after any discount. */
  readonly firstChargeCents: number;
  /** What follows when a discount ends ('then $15.00 per month'); null without one. */
  readonly thenText: string | null;
  /** Of a monthly plan; null where it is not known. */
  readonly lastChargeOn: CalendarDate | null;
  /** Whether all charges fall on one day of New York's months (rules/subscriptions 33). */
  readonly sameDay: boolean;
  readonly isGift: boolean;
  readonly card: string;
}

/** What a buyer agrees to besides today's charge (rules/checkout 33), in rows of a name and a sentence. */
export function purchaseTerms(facts: PurchaseTermsFacts): readonly (readonly [name: string, sentence: string])[] {
  return [
    ['Afterwards', afterwards(facts)],
    ['The end', ending(facts)],
    ['To cancel', cancelling(facts)],
    ['Guarantee', `Within ${GUARANTEE_DAYS} days of the first mailing you may ask for a full refund. We give it.`],
  ];
}

function afterwards({ planType, firstChargeCents, thenText, sameDay, card }: PurchaseTermsFacts): string {
  if (planType === 'annual') return 'Nothing more. This is the one payment for the whole season.';
  const then = thenText ?? `then ${formatUsd(firstChargeCents)} per month`;
  const rhythm = sameDay ? 'on the same day of each month.' : `one a month. ${DAY_MAY_DIFFER}`;
  return `${capital(then)}. ${PLANS.monthly.charges} charges in all, to ${card}, ${rhythm}`;
}

function ending({ planType, lastChargeOn }: PurchaseTermsFacts): string {
  if (planType === 'annual') return 'It ends by itself with the season. Nothing renews.';
  const last =
    lastChargeOn === null ? `The ${PLANS.monthly.charges}th charge` : `The charge of ${formatDate(lastChargeOn)}`;
  return `${last} is the last. Then it ends by itself; nothing renews.`;
}

function cancelling({ planType, isGift }: PurchaseTermsFacts): string {
  const where = isGift ? 'Beside the gift, under Subscription in your account' : 'Under Subscription in your account';
  if (planType === 'annual') return `${where}. No charge follows, and the letters paid for still come.`;
  return `${where}, at any time. Nothing more is charged, and letters already paid for still come.`;
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
