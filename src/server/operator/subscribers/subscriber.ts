import { eq, or } from 'drizzle-orm';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { addressLines, emailSuppression, subscriptionSummary } from '../../../contract/operator/replies.ts';
import { type ban, getSubscriber, type SubscriptionSummary } from '../../../contract/operator/subscribers.ts';
import { envelopeLines, storedAddress } from '../../../domain/envelope.ts';
import { gifts } from '../../commerce/schema.ts';
import { actOnUser, type UserAction } from '../../identity/operators/act-on-user.ts';
import { findRole, requireOwnerForStaff } from '../../identity/operators/roles.ts';
import { findProfile } from '../../customers/profile/queries.ts';
import type { Db } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/api-error.ts';
import { findSuppression } from '../../platform/suppressions/suppressions.ts';
import { present } from '../../platform/http/present.ts';
import type { OperatorHandler, OperatorHandlers } from '../calls/operator-call.ts';
import { pageOf, decodeCursor, encodeCursor } from '../calls/paging.ts';
import { pageOfEmails } from '../emails.ts';
import { pageOfGifts } from '../money-lists/gift-list.ts';
import { logView } from '../log/views.ts';
import {
  emailsOf,
  findSubscriber,
  listAddressesOf,
  listSubscriptionsOf,
  sumMoneyOf,
  type SummaryRow,
} from './subscriber-queries.ts';

export const subscriberHandlers = {
  async getSubscriber({ ctx, params: { id }, act }) {
    const { db, clock } = ctx;
    const now = clock.now();
    const user = orNotFound(await findSubscriber(db, id, now), 'subscriber');
    await logView(ctx, id, act);
    const { profile, emailConfirmedAt, bannedUntil, ...facts } = user;
    const [suppression, role, money, bought] = await Promise.all([
      findSuppression(db, profile.email),
      findRole(db, id),
      sumMoneyOf(db, id),
      listSubscriptionsOf(db, id, null, newYorkDate(now)),
    ]);
    const current = bought.find(({ word }) => word !== 'ended' && word !== 'completed') ?? bought[0];
    return present(getSubscriber.reply, {
      ...profile,
      ...facts,
      ...money,
      isOperator: role !== null,
      current: current === undefined ? null : presentSummary(current),
      emailSuppression: suppression === null ? null : present(emailSuppression, suppression),
      bannedUntil: bannedUntil !== null && bannedUntil > now ? bannedUntil : null,
      signedUpAt: profile.createdAt,
      emailConfirmed: emailConfirmedAt !== null,
      wantsEmails: profile.preferences.emailNotifications,
    });
  },

  async listSubscriberSubscriptions({ ctx: { db, clock }, params: { id }, query: { after } }) {
    await requireProfile(db, id);
    const rows = await listSubscriptionsOf(db, id, decodeCursor(after), newYorkDate(clock.now()));
    return pageOf(rows, presentSummary, ({ subscription: { createdAt: at, id } }) => encodeCursor({ at, id }));
  },

  async listSubscriberAddresses({ ctx: { db }, params, query: { after } }) {
    await requireProfile(db, params.id);
    return pageOf(
      await listAddressesOf(db, params.id, decodeCursor(after)),
      (address) => present(addressLines, { ...address, lines: [...envelopeLines(storedAddress(address))] }),
      ({ createdAt, id }) => encodeCursor({ at: createdAt, id }),
    );
  },

  async listSubscriberGifts({ ctx: { db }, params: { id }, query: { after } }) {
    await requireProfile(db, id);
    return await pageOfGiftsOf(db, id, after);
  },

  async listSubscriberEmails({ ctx: { db, clock }, params: { id }, query: { after } }) {
    const { email } = await requireProfile(db, id);
    return await pageOfEmails(db, await emailsOf(db, { id, email }), after, clock.now());
  },
  removeFactor: actAs('remove_factor'),
  signOut: actAs('sign_out'),
  ban: actAs('ban'),
  unban: actAs('unban'),
} satisfies Partial<OperatorHandlers>;

function actAs(name: UserAction): OperatorHandler<typeof ban> {
  return async ({ ctx, params: { id }, body: { note }, role, act }) => {
    await requireOwnerForStaff(ctx.db, role, id);
    return { sessionsEnded: await actOnUser(ctx, id, name, { ...act, note }) };
  };
}

/** @throws ApiError not_found */
async function requireProfile(db: Db, id: string) {
  return orNotFound(await findProfile(db, id), 'subscriber');
}

export function presentSummary({ subscription, word, lettersMailed }: SummaryRow): SubscriptionSummary {
  return present(subscriptionSummary, {
    ...subscription,
    word,
    lettersMailed,
    isGift: subscription.giftId !== null,
    refunded: subscription.refundRequestedAt !== null,
    heldByDispute: subscription.disputeHeldAt !== null,
  });
}

/** Gifts that the user gave or claimed, newest first. */
export async function pageOfGiftsOf(db: Db, userId: string, after?: string) {
  return await pageOfGifts(db, or(eq(gifts.userId, userId), eq(gifts.claimedBy, userId)), after);
}
