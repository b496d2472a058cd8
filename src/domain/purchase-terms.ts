import { type CalendarDate, formatDate } from './calendar-date.ts';
import { GUARANTEE_DAYS } from './guarantee.ts';
import { PLANS, type PlanType } from './plans.ts';
import { DAY_MAY_DIFFER } from './subscription.ts';

export interface PurchaseTermsFacts {
  readonly planType: PlanType;
  /** What follows the day of purchase ('then $15.00 per month'); null when nothing does. */
  readonly followingText: string | null;
  /** How many in all. Months that a promo code makes free are none. */
  readonly charges: number;
  /** Of a monthly plan; null where it is not known. */
  readonly lastChargeOn: CalendarDate | null;
  /** Whether all charges fall on one day of New York's months (rules/subscriptions 33). */
  readonly sameDay: boolean;
  readonly isGift: boolean;
  readonly card: string;
}

/** What a buyer agrees to besides today's charge (rules/checkout 33), in rows of a name and a sentence. */
export function purchaseTerms(facts: PurchaseTermsFacts): readonly (readonly [name: string, sentence: string])[] {
  const guarantee = `Within ${GUARANTEE_DAYS} days of the first mailing you may ask for a full refund. We give it.`;
  return [
    ['Afterwards', afterwards(facts)],
    ['The end', ending(facts)],
    ['To cancel', cancelling(facts)],
    // Of a season that costs nothing there is nothing to refund.
    ...(facts.charges === 0 ? [] : [['Guarantee', guarantee] as const]),
  ];
}

function afterwards({ planType, followingText, charges, sameDay, card }: PurchaseTermsFacts): string {
  if (charges === 0) return 'Nothing. No part of this season is charged.';
  if (planType === 'annual' || followingText === null) {
    return 'Nothing more. This is the one payment for the whole season.';
  }
  const inAll = charges === 1 ? 'One charge' : `${charges} charges`;
  const rhythm = sameDay ? 'on the same day of each month.' : `one a month. ${DAY_MAY_DIFFER}`;
  return `${capital(followingText)}. ${inAll} in all, to ${card}, ${rhythm}`;
}

function ending({ planType, charges, lastChargeOn }: PurchaseTermsFacts): string {
  if (planType === 'annual' || charges === 0) return 'It ends by itself with the season. Nothing renews.';
  const last =
    lastChargeOn === null ? `The ${PLANS.monthly.charges}th charge` : `The charge of ${formatDate(lastChargeOn)}`;
  return `${last} is the last. Then it ends by itself; nothing renews.`;
}

function cancelling({ planType, charges, isGift }: PurchaseTermsFacts): string {
  const where = isGift ? 'Beside the gift, under Subscription in your account' : 'Under Subscription in your account';
  if (planType === 'annual') return `${where}. No charge follows, and the letters paid for still come.`;
  if (charges === 0) return `${where}, at any time. Letters of the months so far still come.`;
  return `${where}, at any time. Nothing more is charged, and letters already paid for still come.`;
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
