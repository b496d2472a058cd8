import { and, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { CommerceContext } from '../context.ts';
import { checkouts, gifts } from '../schema.ts';
import { shippingAddresses } from '../../customers/schema.ts';

const RETENTION_DAYS = 90;
const BATCH = 500;

/**
 * A gift that nobody bought is forgotten after ninety days, with the name and the address of somebody who never asked to be known here.
 * One for which a payment was ever begun stays: the payment may yet be asked about.
 */
export async function deleteOldDrafts({ db, clock, log }: CommerceContext): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * 86_400_000);
  const begun = db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(sql`${checkouts.giftId} = ${gifts.id}`);
  const stale = await db
    .select({ id: gifts.id, addressId: gifts.shippingAddressId })
    .from(gifts)
    .where(and(lt(gifts.updatedAt, before), notExists(begun)))
    .limit(BATCH);
  if (stale.length === 0) return;
  await db.transaction(async (tx) => {
    const gone = await tx
      .delete(gifts)
      .where(
        and(
          inArray(
            gifts.id,
            stale.map(({ id }) => id),
          ),
          notExists(begun),
        ),
      )
      .returning({ addressId: gifts.shippingAddressId });
    const addresses = gone.map(({ addressId }) => addressId);
    if (addresses.length > 0) await tx.delete(shippingAddresses).where(inArray(shippingAddresses.id, addresses));
  });
  log.info({ deleted: stale.length }, 'gifts that nobody bought forgotten');
}
