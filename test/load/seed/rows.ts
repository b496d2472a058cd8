import { randomUUID } from 'node:crypto';
import { addDays, addMonths, type CalendarDate, newYorkDate } from '../../../src/domain/calendar-date.ts';
import { PLANS } from '../../../src/domain/plans.ts';
import { featuredSeason } from '../../../seasons/shelf.ts';
import { deliveryWindowOf } from '../../../src/domain/transit.ts';
import { cardsOnFile, disputes, refunds } from '../../../src/server/commerce/billing-schema.ts';
import {
  cancelReasons,
  checkouts,
  gifts,
  invoices,
  stripeSubscriptions,
  subscriptions,
  userSeasons,
} from '../../../src/server/commerce/schema.ts';
import { customerNotes, customerTags, shippingAddresses, userProfiles } from '../../../src/server/customers/schema.ts';
import { deliveryHolds, mailingPieces } from '../../../src/server/fulfilment/schema.ts';
import { identities, users } from '../../../src/server/identity/schema.ts';
import { emailOutbox } from '../../../src/server/platform/schema.ts';
import { emailRows } from './emails.ts';
import { at, earlier, type Story } from './story.ts';

/** Tables come before those that refer to them. */
export const TABLES = {
  users,
  identities,
  userProfiles,
  shippingAddresses,
  gifts,
  checkouts,
  subscriptions,
  stripeSubscriptions,
  userSeasons,
  cancelReasons,
  invoices,
  refunds,
  disputes,
  cardsOnFile,
  mailingPieces,
  deliveryHolds,
  emailOutbox,
  customerTags,
  customerNotes,
} as const;
type Tables = typeof TABLES;
export type Rows = { -readonly [Name in keyof Tables]?: Tables[Name]['$inferInsert'][] };

/** The runs that mailed the letters. */
export interface Runs {
  numberIn(
    kind: 'friday' | 'first_letter',
    nominalOn: CalendarDate,
    on: CalendarDate,
  ): { runId: string; number: number } | { runId: null; number: null };
}

const season = featuredSeason();

interface Ids {
  readonly userId: string;
  readonly addressId: string;
  readonly checkoutId: string;
  readonly subscriptionId: string;
  readonly giftId: string;
  readonly stripeCustomerId: string;
}

export interface Surroundings {
  readonly runs: Runs;
  readonly now: Date;
  /** Stripe’s ids of the promotion codes, by percentage. */
  readonly codes: ReadonlyMap<number, string>;
}

export function rowsOf(story: Story, { runs, now, codes }: Surroundings): Rows {
  const ids = {
    userId: randomUUID(),
    addressId: randomUUID(),
    checkoutId: randomUUID(),
    subscriptionId: randomUUID(),
    giftId: randomUUID(),
    stripeCustomerId: `cus_seed_${story.number}`,
  };
  const { userId, subscriptionId } = ids;
  const joined = joinedAt(story);
  const ended = endedAt(story);
  return {
    ...accountRows(story, ids),
    ...(story.isGift && { gifts: [giftRow(story, { ...ids, joined })] }),
    ...subscriptionRows(story, { ...ids, promotionCodeId: codes.get(story.promoPercent) ?? null }, now),
    ...(story.ending === 'asked' && {
      cancelReasons: [{ subscriptionId, reason: story.reason, comment: null, askedAt: ended ?? joined }],
    }),
    ...moneyRows(story, { userId, subscriptionId, ended, now }),
    mailingPieces: pieceRows(story, subscriptionId, runs, now),
    ...(story.onHold && {
      deliveryHolds: [
        {
          id: randomUUID(),
          subscriptionId,
          fromLetter: Math.min(24, story.letters.length + 1),
          resumeOn: addDays(newYorkDate(now), 30),
          createdAt: now,
        },
      ],
    }),
    emailOutbox: emailRows(story, { userId, subscriptionId, now }),
  };
}

function joinedAt({ joinedOn, number }: Story): Date {
  return at(joinedOn, 11 + (number % 8));
}

function endedAt({ endedOn }: Story): Date | null {
  return endedOn === null ? null : at(endedOn, 15);
}

function accountRows(story: Story, { userId, addressId, stripeCustomerId }: Ids): Rows {
  const { name, email, number, address } = story;
  const joined = joinedAt(story);
  const times = { createdAt: joined, updatedAt: joined };
  return {
    users: [
      {
        id: userId,
        email,
        emailConfirmedAt: joined,
        // Such accounts keep a deployed server from starting.
        demonstration: true,
        appMetadata: { provider: 'email', providers: ['email'] },
        userMetadata: { full_name: name },
        ...times,
      },
    ],
    identities: [
      {
        identityId: randomUUID(),
        userId,
        provider: 'email',
        providerId: userId,
        identityData: { email },
        email,
        ...times,
      },
    ],
    userProfiles: [
      {
        id: userId,
        email,
        fullName: name,
        preferences: { emailNotifications: number % 9 > 0 },
        stripeCustomerId,
        ...times,
      },
    ],
    shippingAddresses: [{ id: addressId, userId, label: 'Home', isDefault: true, ...address, ...times }],
    customerTags: story.tags.map((tag) => ({ userId, tag, operator: 'the seed', createdAt: joined })),
    ...(number % 11 === 0 && {
      customerNotes: [
        {
          id: randomUUID(),
          userId,
          text: 'Wrote to ask when the next letter is mailed.',
          operator: 'the seed',
          createdAt: joined,
        },
      ],
    }),
  };
}

function subscriptionRows(story: Story, ids: Ids & { readonly promotionCodeId: string | null }, now: Date): Rows {
  const { number, joinedOn, planType, isGift, ending, status } = story;
  const { userId, addressId, checkoutId, subscriptionId, giftId, stripeCustomerId } = ids;
  const joined = joinedAt(story);
  const ended = endedAt(story);
  const times = { createdAt: joined, updatedAt: joined };
  const lastCharge = story.charges.at(-1)?.on ?? joinedOn;
  const periodEnd = at(addMonths(lastCharge, PLANS[planType].monthsPerCharge), 12);
  const customer = { stripeCustomerId, stripeSubscriptionId: `sub_seed_${number}` };
  const bought = {
    userId,
    planType,
    seasonId: season.id,
    shippingAddressId: addressId,
    giftId: isGift ? giftId : null,
  };
  return {
    checkouts: [
      {
        id: checkoutId,
        ...bought,
        ...customer,
        status: 'paid',
        paymentMethodId: `pm_seed_${number}`,
        promotionCodeId: ids.promotionCodeId,
        ...times,
      },
    ],
    subscriptions: [
      {
        id: subscriptionId,
        checkoutId,
        ...bought,
        ...customer,
        status,
        seasonName: season.name,
        serviceStart: joinedOn,
        cancelAt: planType === 'monthly' ? at(addMonths(joinedOn, 11), 12) : null,
        cancelRequestedAt: ending === 'asked' ? ended : null,
        refundRequestedAt: ending === 'refunded' ? ended : null,
        disputeLostAt: ending === 'lost_dispute' ? ended : null,
        disputeHeldAt: story.dispute === 'needs_response' ? at(addDays(newYorkDate(now), -3), 9) : null,
        endedAt: ended,
        createdAt: joined,
        updatedAt: ended ?? joined,
      },
    ],
    stripeSubscriptions: [
      {
        subscriptionId,
        rawStatus: ended === null ? (status === 'past_due' ? 'past_due' : 'active') : 'canceled',
        currentPeriodStart: at(lastCharge, 12),
        currentPeriodEnd: periodEnd,
        billingCycleAnchor: joined,
        cancelAtPeriodEnd: ending === 'asked',
        defaultPaymentMethodId: `pm_seed_${number}`,
        nextChargeCents: PLANS[planType].priceCents,
        overdueCents: status === 'past_due' ? PLANS[planType].priceCents : null,
        nextAttemptAt: status === 'past_due' ? at(addDays(newYorkDate(now), 2), 12) : null,
        readAt: now,
      },
    ],
    userSeasons: [
      {
        id: randomUUID(),
        userId,
        subscriptionId,
        seasonId: season.id,
        seasonName: season.name,
        status: status === 'past_due' ? 'active' : status,
        startDate: joinedOn,
        ...times,
      },
    ],
  };
}

function giftRow(
  { number, planType, joinedOn, letters }: Story,
  { userId, addressId, giftId, joined }: { userId: string; addressId: string; giftId: string; joined: Date },
): typeof gifts.$inferInsert {
  return {
    id: giftId,
    userId,
    recipientName: `Recipient ${number}`,
    recipientEmail: `recipient.${number}@example.com`,
    message: 'Happy birthday. Trust nobody with a boat.',
    startDate: joinedOn,
    planType,
    notifyRecipient: true,
    shippingAddressId: addressId,
    announcedAt: letters.length > 0 ? joined : null,
    createdAt: joined,
    updatedAt: joined,
  };
}

interface Money {
  readonly userId: string;
  readonly subscriptionId: string;
  readonly ended: Date | null;
  readonly now: Date;
}

function moneyRows(story: Story, { userId, subscriptionId, ended, now }: Money): Rows {
  const { number, planType, charges, status, ending, dispute } = story;
  const { priceCents, monthsPerCharge } = PLANS[planType];
  const paid = charges.map(({ on, cents }, index) => ({
    stripeInvoiceId: `in_seed_${number}_${index + 1}`,
    subscriptionId,
    number: `DLC-${String(number).padStart(6, '0')}-${index + 1}`,
    status: 'paid',
    billingReason: index === 0 ? 'subscription_create' : 'subscription_cycle',
    subtotalCents: priceCents,
    totalCents: cents,
    amountPaidCents: cents,
    monthsBilled: monthsPerCharge,
    paidAt: earlier(at(on, 13), now),
    createdAt: earlier(at(on, 12), now),
  }));
  const last = paid.at(-1);
  const isOpen = status === 'past_due' || ending === 'unpaid';
  const openOn = earlier(at(addMonths(charges.at(-1)?.on ?? story.joinedOn, 1), 12), now);
  const unpaid = {
    stripeInvoiceId: `in_seed_${number}_open`,
    subscriptionId,
    number: `DLC-${String(number).padStart(6, '0')}-open`,
    status: ending === 'unpaid' ? 'uncollectible' : 'open',
    billingReason: 'subscription_cycle',
    subtotalCents: priceCents,
    totalCents: priceCents,
    amountPaidCents: 0,
    monthsBilled: monthsPerCharge,
    createdAt: openOn,
  };
  const givenBack = last !== undefined && ended !== null && ending === 'refunded';
  return {
    invoices: [...paid, ...(isOpen ? [unpaid] : [])],
    ...(givenBack && {
      refunds: paid.map(({ stripeInvoiceId, amountPaidCents }) => ({
        stripeRefundId: `re_${stripeInvoiceId}`,
        subscriptionId,
        stripeInvoiceId,
        amountCents: amountPaidCents,
        status: 'succeeded',
        createdAt: ended,
        readAt: ended,
        notifiedAt: ended,
      })),
    }),
    ...(dispute !== null &&
      last !== undefined && {
        disputes: [
          {
            stripeDisputeId: `dp_seed_${number}`,
            subscriptionId,
            stripeInvoiceId: last.stripeInvoiceId,
            amountCents: last.amountPaidCents,
            reason: number % 2 === 0 ? 'fraudulent' : 'product_not_received',
            status: dispute,
            dueBy: dispute === 'needs_response' ? at(addDays(newYorkDate(now), 3 + (number % 9)), 18) : null,
            createdAt: ended ?? at(addDays(newYorkDate(now), -3), 9),
            readAt: now,
            unknownSince: now,
          },
        ],
      }),
    cardsOnFile: [
      {
        paymentMethodId: `pm_seed_${number}`,
        userId,
        brand: number % 3 === 0 ? 'mastercard' : 'visa',
        last4: String(number % 10_000).padStart(4, '0'),
        expMonth: 1 + (number % 12),
        expYear: now.getUTCFullYear() + 1 + (number % 4),
        isDefault: true,
      },
    ],
  };
}

function pieceRows({ letters, address, trouble }: Story, subscriptionId: string, runs: Runs, now: Date) {
  return letters.map(({ letter, nominalOn, on }): typeof mailingPieces.$inferInsert => {
    const { earliest, latest } = deliveryWindowOf(letter, address, on);
    const isLast = letter === letters.length;
    const state = isLast && trouble !== null ? trouble : 'handed_over';
    const changed = state === 'handed_over' ? at(on, 16) : now;
    return {
      id: randomUUID(),
      subscriptionId,
      ...runs.numberIn(letter === 1 ? 'first_letter' : 'friday', letter === 1 ? on : nominalOn, on),
      letter,
      attempt: 1,
      state,
      nominalOn: letter === 1 ? on : nominalOn,
      handedOverOn: on,
      arrivesFrom: earliest,
      arrivesBy: latest,
      address,
      country: address.country,
      reason: state === 'returned' ? 'moved' : null,
      createdAt: at(on, 9),
      updatedAt: changed,
    };
  });
}
