import { type CalendarDate, formatDate } from './calendar-date.ts';
import { GUARANTEE_DAYS } from './guarantee.ts';
import { PLANS, type PlanType } from './plans.ts';
import { DAY_MAY_DIFFER } from './subscription.ts';

export interface PurchaseTermsFacts {
  readonly planType: PlanType;
  /** The charges after the day of purchase ('then $15.00 per month'); null if there are none. */
  readonly followingText: string | null;
  /** How many charges there are in all. Months that a promo code makes free aren't counted. */
  readonly charges: number;
  /** The day of a monthly plan's last charge; null if it isn't known. */
  readonly lastChargeOn: CalendarDate | null;
  /** Whether New York's calendar puts every charge on the same day of the month (rules/subscriptions 33). */
  readonly sameDay: boolean;
  /** True if it was bought on a day that some months don't have. */
  readonly isLateInMonth?: boolean;
  readonly isGift: boolean;
  readonly card: string;
  /** True in an email, which may be read on a later day. */
  readonly isReceipt?: boolean;
}

/** The terms that a buyer agrees to besides today's charge (rules/checkout 33), each as a name and a sentence. */
export function purchaseTerms(facts: PurchaseTermsFacts): readonly (readonly [name: string, sentence: string])[] {
  const guarantee = `Within ${GUARANTEE_DAYS} days of the first mailing you can ask for a full refund, and we’ll give it.`;
  return [
    [facts.isReceipt ? 'Later charges' : 'After today', afterToday(facts)],
    ['Last charge', ending(facts)],
    ['To cancel', cancelling(facts)],
    // A free season has nothing to refund.
    ...(facts.charges === 0 ? [] : [['Guarantee', guarantee] as const]),
  ];
}

function afterToday({
  planType,
  followingText,
  charges,
  sameDay,
  card,
  isReceipt = false,
  isLateInMonth = false,
}: PurchaseTermsFacts): string {
  if (charges === 0) return 'Nothing. No part of this season is charged.';
  if (planType === 'annual' || followingText === null) {
    return `${isReceipt ? 'None' : 'Nothing more'}. This is the one payment for the whole season.`;
  }
  if (charges === 1) return `${capital(followingText)} to ${card}.`;
  const shorter = isLateInMonth ? ', or on the last day of a shorter month' : '';
  const rhythm = sameDay ? `on the same day of each month${shorter}.` : `one a month. ${DAY_MAY_DIFFER}`;
  const first = isReceipt ? 'this one' : 'today’s';
  const today = charges === PLANS.monthly.charges ? `, including ${first}` : '';
  return `${capital(followingText)}. ${charges} charges in all${today}, to ${card}, ${rhythm}`;
}

function ending({ planType, charges, lastChargeOn, isReceipt = false }: PurchaseTermsFacts): string {
  if (planType === 'annual' || charges === 0) {
    const none = isReceipt ? 'This payment was the only one' : 'None after today';
    return `${charges === 0 ? 'None' : none}. The season ends automatically; nothing renews.`;
  }
  const last =
    lastChargeOn === null ? `The ${PLANS.monthly.charges}th charge` : `The charge on ${formatDate(lastChargeOn)}`;
  return `${last} is the last. It pays for the last month. Then the season ends automatically; nothing renews.`;
}

function cancelling({ planType, charges, isGift }: PurchaseTermsFacts): string {
  const where = isGift ? 'Next to the gift, under Subscription in your account' : 'Under Subscription in your account';
  if (planType === 'annual') return `${where}. Nothing more is charged, and the remaining letters still arrive.`;
  if (charges < PLANS.monthly.charges) {
    const nothingMore = charges === 0 ? '' : ', and nothing more is charged';
    return `${where}, at any time. You still get the letters for all months up to and including the one in which you cancel${nothingMore}.`;
  }
  return `${where}, at any time. Nothing more is charged, and letters already paid for still arrive.`;
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
