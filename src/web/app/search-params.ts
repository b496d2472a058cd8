import * as z from 'zod/mini';
import { catch as whenInvalid } from 'zod/mini';
import { FUNNEL_DAYS } from '../../contract/operator/funnel-days.ts';
import { planType, seasonId } from '../../contract/checkout.ts';
import { GIFT_PLAN_PARAMETER } from '../../contract/site-paths.ts';
import { stripeId, uuid } from '../../contract/fields.ts';
import { EMAIL_ADDRESS_LIMIT } from '../../domain/email-address.ts';
import { EXCLUSIONS, type Exclusion } from '../../domain/run-exclusions.ts';

// An invalid parameter counts as missing. Each page then redirects to the step before it.

/** The failure code from a link. */
const failure = optional(z.string().check(z.regex(/^[a-z_]{1,64}$/)));

const news = optional(z.enum(['half_way', 'email_changed', 'account_deleted']));

/** The chosen plan, and whether the user wants a second copy (rules/checkout 4 and 7). */
const choice = { plan: optional(planType), another: optional(z.literal('true')) };

export const authSearch = z.object({ next: optional(z.string()), plan: choice.plan, failure, news });

export const callbackSearch = z.object({ failure, next: optional(z.string()) });

export const forgotSearch = z.object({ next: optional(z.string()) });

export const resetSearch = z.object({
  ...forgotSearch.shape,
  access_token: optional(z.string()),
  refresh_token: optional(z.string()),
  failure,
  reason: optional(z.literal('contested')),
});

export const profileSearch = z.object({
  failure,
  /** `proved`: Google reauthenticated the user of this session. */
  news: optional(z.enum(['half_way', 'email_changed', 'proved', 'connected'])),
  dialog: optional(z.literal('delete')),
  edit: optional(z.literal('address')),
});

export const seasonSearch = z.object({ season: optional(seasonId), plan: choice.plan });

export const shippingSearch = z.object({ season: optional(seasonId), address: optional(uuid), ...choice });
export type ShippingSearch = z.output<typeof shippingSearch>;

export const paymentSearch = z.object({
  season: optional(seasonId),
  address: optional(uuid),
  ...choice,
  promo: optional(z.string().check(z.minLength(1), z.maxLength(64))),
});

export const giftSearch = z.object({ [GIFT_PLAN_PARAMETER]: optional(planType) });

const linkToken = optional(z.string().check(z.regex(/^[\w-]{43}$/)));

export const claimSearch = z.object({ token: linkToken });

export const undoSearch = z.object({ token: linkToken });

export const connectGoogleSearch = z.object({ token: linkToken, next: optional(z.string()) });

const letterNumber = z.string().check(z.regex(/^([1-9]|1\d|2[0-4])$/));

export const accountSearch = z.object({
  success: optional(z.literal('true')),
  plan: choice.plan,
  next: optional(z.string()),
  failure,
  dialog: optional(z.literal('missing')),
  subscription: optional(uuid),
  letter: optional(letterNumber),
});

export const caseSearch = z.object({ season: optional(seasonId) });

export const caseLetterSearch = z.object({ season: optional(seasonId), letter: optional(letterNumber) });

export const noteSearch = z.object({
  season: optional(seasonId),
  letter: optional(letterNumber),
  line: optional(z.string().check(z.minLength(1), z.maxLength(500))),
});

export const subscriptionSearch = z.object({
  dialog: optional(z.enum(['manage', 'cancel', 'address', 'hold', 'elsewhere'])),
  subscription: optional(uuid),
  giftDialog: optional(z.enum(['change', 'correct', 'cancel'])),
  gift: optional(uuid),
});

export const billingSearch = z.object({ dialog: optional(z.enum(['card', 'address'])) });

export const receiptSearch = z.object({ invoice: optional(stripeId) });

export const runSearch = z.object({
  run: optional(uuid),
  which: optional(z.enum(['pile', 'set_aside', 'waiting'])),
  left_out: optional(z.enum(Object.keys(EXCLUSIONS) as Exclusion[])),
});

export const runsSearch = z.object({ which: optional(z.enum(['todo', 'coming'])) });

export const troubleSearch = z.object({
  kind: optional(z.enum(['set_aside', 'reships', 'lost', 'found', 'returned', 'quiet', 'coming_back'])),
});

const words = optional(z.string().check(z.maxLength(100)));

export const disputesSearch = z.object({ q: words, state: optional(z.enum(['review', 'closed'])) });

export const disputeSearch = z.object({ dispute: optional(stripeId) });

export const searchSearch = z.object({ q: optional(z.string().check(z.minLength(2), z.maxLength(200))) });

const word = optional(z.string().check(z.maxLength(60)));

export const emailsSearch = z.object({
  status: optional(z.enum(['queued', 'suppressed', 'sent'])),
  kind: word,
  recipient: optional(z.string().check(z.maxLength(320))),
});

export const paymentsSearch = z.object({ q: words, status: word, refunded: word, failed: word, from: word, to: word });

export const failedPaymentsSearch = z.object({ q: words });

export const refundsSearch = z.object({ q: words, status: word, from: word, to: word });

export const cancellationsSearch = z.object({ plan: word, kind: word, why: word, from: word, to: word });

export const giftsSearch = z.object({ q: words, state: word, from: word, to: word });

export const subscribersSearch = z.object({
  status: word,
  plan: word,
  gift: word,
  season: word,
  country: word,
  state: word,
  letter: word,
  from: word,
  to: word,
  tag: word,
  failed: word,
  aside: word,
  sort: word,
  order: word,
});

const address = optional(z.string().check(z.minLength(1), z.maxLength(EMAIL_ADDRESS_LIMIT)));
const day = optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)));

export const logSearch = z.object({ person: address, kind: word, customer: address, from: day, to: day });

export const subscriberSearch = z.object({ subscriber: optional(uuid), subscription: optional(uuid) });

export const importsSearch = z.object({ import: optional(uuid) });

export const viewAsSearch = z.object({ subscriber: optional(uuid) });

export const figuresSearch = z.object({ days: optional(z.enum(FUNNEL_DAYS)) });

function optional<T extends z.ZodMiniType>(schema: T) {
  return whenInvalid(z.optional(schema), undefined);
}

/** Plain `name=value` pairs (rules/checkout 1), without the router's JSON. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  const text = new URLSearchParams(given).toString();
  return text === '' ? '' : `?${text}`;
}
