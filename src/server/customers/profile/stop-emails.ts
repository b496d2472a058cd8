import { eq, sql } from 'drizzle-orm';
import type { PlatformContext } from '../../platform/context.ts';
import type { UnsubscribeLink } from '../../platform/outbox/list-unsubscribe.ts';
import { stoppedAddresses, userProfiles } from '../schema.ts';
import { mergedPreferences } from './queries.ts';
import { addressHash } from './stopped-addresses.ts';

export async function stopEmails(
  { db, clock }: Pick<PlatformContext, 'db' | 'clock'>,
  { list, address }: UnsubscribeLink,
): Promise<void> {
  const turnedOff = list === 'guide' ? { guideEmails: false } : { emailNotifications: false };
  const { rowCount } = await db
    .update(userProfiles)
    .set({
      preferences: mergedPreferences(turnedOff),
      updatedAt: clock.now(),
    })
    .where(eq(sql`lower(${userProfiles.email})`, address.toLowerCase()));
  if (rowCount || list !== 'gift') return;
  await db
    .insert(stoppedAddresses)
    .values({ addressHash: addressHash(address), createdAt: clock.now() })
    .onConflictDoNothing();
}
