import { type HistoryState, redirect } from '@tanstack/react-router';
import type { AddressReply } from '../../../contract/addresses.ts';
import { getGiftDraft, type GiftDraftReply } from '../../../contract/gifts.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { featuredSeason, findAvailableSeason } from '../../../../seasons/shelf.ts';
import type { PlanType } from '../../../domain/plans.ts';
import { type Season } from '../../../domain/season.ts';
import { ApiFailure } from '../../app/api-failure.ts';
import { call } from '../../app/api.ts';
import { signedInUser } from '../../app/guards.ts';
import { accountQuery, addressesQuery, giftsQuery, queryClient } from '../../app/queries.ts';
import { giftStorage } from '../gift/gift-form-values.ts';
import { chosenPlan } from './chosen-plan.ts';

export type Purchase =
  | { readonly kind: 'season'; readonly season: Season; readonly address: AddressReply }
  | { readonly kind: 'gift'; readonly season: Season; readonly gift: GiftDraftReply };

/** The plan chosen on the page, or else the one from the page before. */
export function planOf(purchase: Purchase, chosen: PlanType | undefined): PlanType {
  return chosen ?? (purchase.kind === 'gift' ? purchase.gift.planType : (chosenPlan() ?? 'monthly'));
}

interface Asked {
  readonly season: string | undefined;
  readonly address: string | undefined;
}

/** A season comes from the URL, a gift from navigation state or storage (rules/gifts 9). */
export async function loadPurchase(
  userId: string,
  asked: Asked,
  { isGift, gift }: Pick<HistoryState, 'isGift' | 'gift'>,
): Promise<Purchase> {
  const giftId = isGift === true ? gift?.id : giftStorage(userId).read()?.draftId;
  if (asked.season === undefined && giftId) return await loadGift(userId, giftId);
  const { season } = requireSeason(asked);
  const [addresses] = await Promise.all([queryClient.fetchQuery(addressesQuery), prefetchOwnSeasons()]);
  const address = requireAddress(asked.address, addresses, season);
  return { kind: 'season', season, address };
}

/** A failure is ignored, since the server refuses a second copy that the buyer didn't ask for (rules/checkout 17). */
export async function prefetchOwnSeasons(): Promise<void> {
  if ((await signedInUser()) !== null) await queryClient.prefetchQuery(accountQuery);
}

export async function prefetchCopies(): Promise<void> {
  if ((await signedInUser()) === null) return;
  await Promise.all([queryClient.prefetchQuery(accountQuery), queryClient.prefetchQuery(giftsQuery)]);
}

/** Read from the server, since the stored draft may have been paid for in another tab. */
async function loadGift(userId: string, id: string): Promise<Purchase> {
  try {
    const gift = await call(getGiftDraft, { params: { id } });
    return { kind: 'gift', season: featuredSeason(), gift };
  } catch (error) {
    if (!(error instanceof ApiFailure && error.code === 'not_found')) throw error;
    giftStorage(userId).drop();
    throw redirect({ to: APP_PATHS.giftSubscription });
  }
}

// An unknown season or address redirects to the step before (rules/checkout 2).

export function requireSeason({ season }: { season?: string | undefined }): { season: Season } {
  const found = season === undefined ? null : findAvailableSeason(season);
  if (found === null) throw redirect({ to: APP_PATHS.seasonSelection });
  return { season: found };
}

function requireAddress(id: string | undefined, addresses: readonly AddressReply[], season: Season): AddressReply {
  const found = addresses.find((address) => address.id === id);
  if (found === undefined) throw redirect({ to: APP_PATHS.shipping, search: { season: season.id } });
  return found;
}
