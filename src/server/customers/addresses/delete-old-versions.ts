import { lt } from 'drizzle-orm';
import type { PlatformContext } from '../../platform/context.ts';
import { addressVersions } from '../schema.ts';

/** A late freeze needs the address of its day, but no freeze is ever 90 days late. */
const RETENTION_DAYS = 90;

export async function deleteOldAddressVersions({ db, clock }: Pick<PlatformContext, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * 86_400_000);
  await db.delete(addressVersions).where(lt(addressVersions.validUntil, before));
}
