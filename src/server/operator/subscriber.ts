import { eq } from 'drizzle-orm';
import type { ReplyOf } from '../../contract/endpoint.ts';
import type {
  getSubscriber,
  listSubscriberMails,
  SubscriberReply,
  SubscriptionSummary,
} from '../../contract/operator/people.ts';
import { PAGE_SIZE } from '../../contract/operator/paging.ts';
import { envelopeLines, storedAddress } from '../../domain/envelope.ts';
import type { Context } from '../context.ts';
import { gifts } from '../db/schema.ts';
import { notFound } from '../errors.ts';
import type { SignedInCall } from '../http/serve.ts';
import { findProfile } from '../profile/queries.ts';
import { listMailsTo, pageOfMails } from './mails.ts';
import { placeIn } from './paging.ts';
import { findPerson, listAddressesOf, listSubscriptionsOf, type SummaryRow } from './people-queries.ts';
import { listGiftsWhere } from './search-queries.ts';
import { presentGift } from './search.ts';

export async function handleGetSubscriber({
  ctx,
  params,
}: SignedInCall<typeof getSubscriber>): Promise<SubscriberReply> {
  return await readSubscriber(ctx, params.id);
}

/** @throws ApiError not_found */
export async function readSubscriber({ db }: Context, id: string): Promise<SubscriberReply> {
  const person = await findPerson(db, id);
  if (person === null) throw notFound('subscriber');
  const [bought, addresses, given, received] = await Promise.all([
    listSubscriptionsOf(db, id),
    listAddressesOf(db, id),
    listGiftsWhere(db, eq(gifts.userId, id), null, PAGE_SIZE),
    listGiftsWhere(db, eq(gifts.claimedBy, id), null, PAGE_SIZE),
  ]);
  const { profile } = person;
  return {
    id,
    email: profile.email,
    fullName: profile.fullName,
    memberSince: profile.createdAt.toISOString(),
    emailConfirmed: person.emailConfirmedAt !== null,
    lastSignInAt: person.lastSignInAt?.toISOString() ?? null,
    wantsEmails: profile.preferences.emailNotifications,
    stripeCustomerId: profile.stripeCustomerId,
    subscriptions: bought.map(presentSummary),
    addresses: addresses.map((address) => ({
      id: address.id,
      label: address.label,
      isDefault: address.isDefault,
      lines: [...envelopeLines(storedAddress(address))],
    })),
    gifts: given.map(presentGift),
    received: received.map(presentGift),
  };
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
    mailHeld: subscription.mailHeldAt !== null,
    createdAt: subscription.createdAt.toISOString(),
  };
}

export async function handleListSubscriberMails({
  ctx,
  params,
  query,
}: SignedInCall<typeof listSubscriberMails>): Promise<ReplyOf<typeof listSubscriberMails>> {
  const profile = await findProfile(ctx.db, params.id);
  if (profile === null) throw notFound('subscriber');
  return pageOfMails(await listMailsTo(ctx.db, profile.email, placeIn(query.after)), ctx.clock.now());
}
