import { eq, or } from 'drizzle-orm';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type {
  getSubscriber,
  listSubscriberAddresses,
  listSubscriberGifts,
  listSubscriberEmails,
  listSubscriberSubscriptions,
  SubscriberReply,
  SubscriptionSummary,
} from '../../../contract/operator/subscribers.ts';
import { envelopeLines, storedAddress } from '../../../domain/envelope.ts';
import type { CommerceCall, CommerceContext } from '../../commerce/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { gifts } from '../../commerce/schema.ts';
import { notFound } from '../../platform/errors/api-error.ts';
import { findProfile } from '../../customers/profile/queries.ts';
import { listEmailsTo, pageOfEmails } from '../outbox/emails.ts';
import { pageOf, placeIn, placeOf } from '../paging/paging.ts';
import { findSubscriber, listAddressesOf, listSubscriptionsOf, type SummaryRow } from './subscriber-queries.ts';
import { listGiftsWhere } from './search-queries.ts';
import { pageOfGifts } from './search.ts';

export async function handleGetSubscriber({
  ctx,
  params,
}: CommerceCall<typeof getSubscriber>): Promise<SubscriberReply> {
  return await readSubscriber(ctx, params.id);
}

/** @throws ApiError not_found */
export async function readSubscriber({ db }: Pick<CommerceContext, 'db'>, id: string): Promise<SubscriberReply> {
  const user = await findSubscriber(db, id);
  if (user === null) throw notFound('subscriber');
  const { profile } = user;
  return {
    id,
    email: profile.email,
    fullName: profile.fullName,
    signedUpAt: profile.createdAt.toISOString(),
    emailConfirmed: user.emailConfirmedAt !== null,
    lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
    wantsEmails: profile.preferences.emailNotifications,
    stripeCustomerId: profile.stripeCustomerId,
  };
}

/** @throws ApiError not_found */
async function profileOf(db: Db, id: string) {
  const profile = await findProfile(db, id);
  if (profile === null) throw notFound('subscriber');
  return profile;
}

export async function handleListSubscriberSubscriptions({
  ctx,
  params,
  query,
}: CommerceCall<typeof listSubscriberSubscriptions>): Promise<ReplyOf<typeof listSubscriberSubscriptions>> {
  await profileOf(ctx.db, params.id);
  return await pageOfSubscriptions(ctx.db, params.id, query.after);
}

export async function pageOfSubscriptions(db: Db, userId: string, after?: string) {
  const rows = await listSubscriptionsOf(db, userId, placeIn(after));
  return pageOf(rows, presentSummary, ({ subscription }) =>
    placeOf({ at: subscription.createdAt, id: subscription.id }),
  );
}

export function presentSummary({ subscription, lettersMailed }: SummaryRow): SubscriptionSummary {
  const { id, seasonName, planType, status, serviceStart } = subscription;
  return {
    id,
    seasonName,
    planType,
    status,
    isGift: subscription.giftId !== null,
    serviceStart,
    lettersMailed,
    refunded: subscription.refundRequestedAt !== null,
    heldByDispute: subscription.disputeHeldAt !== null,
    createdAt: subscription.createdAt.toISOString(),
  };
}

export async function handleListSubscriberAddresses({
  ctx,
  params,
  query,
}: CommerceCall<typeof listSubscriberAddresses>): Promise<ReplyOf<typeof listSubscriberAddresses>> {
  await profileOf(ctx.db, params.id);
  return await pageOfAddresses(ctx.db, params.id, query.after);
}

export async function pageOfAddresses(db: Db, userId: string, after?: string) {
  const rows = await listAddressesOf(db, userId, placeIn(after));
  return pageOf(
    rows,
    (address) => ({
      id: address.id,
      label: address.label,
      isDefault: address.isDefault,
      lines: [...envelopeLines(storedAddress(address))],
    }),
    ({ createdAt, id }) => placeOf({ at: createdAt, id }),
  );
}

export async function handleListSubscriberGifts({
  ctx,
  params,
  query,
}: CommerceCall<typeof listSubscriberGifts>): Promise<ReplyOf<typeof listSubscriberGifts>> {
  await profileOf(ctx.db, params.id);
  return await pageOfGiftsOf(ctx.db, params.id, query.after);
}

export async function pageOfGiftsOf(db: Db, userId: string, after?: string) {
  const theirs = or(eq(gifts.userId, userId), eq(gifts.claimedBy, userId));
  return pageOfGifts(await listGiftsWhere(db, theirs, placeIn(after)));
}

export async function handleListSubscriberEmails({
  ctx,
  params,
  query,
}: CommerceCall<typeof listSubscriberEmails>): Promise<ReplyOf<typeof listSubscriberEmails>> {
  const { email } = await profileOf(ctx.db, params.id);
  return pageOfEmails(await listEmailsTo(ctx.db, email, placeIn(query.after)), ctx.clock.now());
}
