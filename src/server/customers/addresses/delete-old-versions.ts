import { lt } from 'drizzle-orm';
import type { PlatformContext } from '../../platform/context.ts';
import { addressVersions } from '../schema.ts';

/** No freeze is late by a quarter of a year. */
const RETENTION_DAYS = 90;

export async function deleteOldAddressVersions({ db, clock }: Pick<PlatformContext, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * 86_400_000);
  await db.delete(addressVersions).where(lt(addressVersions.validUntil, before));
}
