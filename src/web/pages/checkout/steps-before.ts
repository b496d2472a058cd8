import { redirect } from '@tanstack/react-router';
import type { AddressReply } from '../../../contract/addresses.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { findAvailableSeason, type Season } from '../../../domain/season.ts';

// rules/checkout 2: an unknown season or address leads to the step before.

export function requireSeason({ season }: { season?: string | undefined }): { season: Season } {
  const found = season === undefined ? null : findAvailableSeason(season);
  if (found === null) throw redirect({ to: APP_PATHS.seasonSelection });
  return { season: found };
}

export function requireAddress(
  id: string | undefined,
  addresses: readonly AddressReply[],
  season: Season,
): AddressReply {
  const found = addresses.find((address) => address.id === id);
  if (found === undefined) throw redirect({ to: APP_PATHS.shipping, search: { season: season.id } });
  return found;
}
