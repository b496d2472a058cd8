import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { stoppedAddresses } from '../schema.ts';

export async function isStopped(db: Db, address: string): Promise<boolean> {
  return (await db.$count(stoppedAddresses, eq(stoppedAddresses.addressHash, addressHash(address)))) > 0;
}

/** A plain hash: a keyed one could no longer be found after the key was replaced. */
export function addressHash(address: string): string {
  return createHash('sha256').update(address.toLowerCase()).digest('hex');
}
