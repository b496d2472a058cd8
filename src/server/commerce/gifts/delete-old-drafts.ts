import { and, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { CommerceContext } from '../context.ts';
import { checkouts, gifts } from '../schema.ts';
import { deleteAddresses } from '../../customers/addresses/queries.ts';

const RETENTION_DAYS = 90;
const BATCH = 500;

/** A draft with a checkout is kept, since there may be questions about its payment. */
export async function deleteOldDrafts({ db, clock, log }: CommerceContext): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * 86_400_000);
  const begun = db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(sql`${checkouts.giftId} = ${gifts.id}`);
  const stale = db
    .select({ id: gifts.id })
    .from(gifts)
    .where(and(lt(gifts.updatedAt, before), notExists(begun)))
    .limit(BATCH);
  const deleted = await db.transaction(async (tx) => {
    const gone = await tx
      .delete(gifts)
      .where(inArray(gifts.id, stale))
      .returning({ addressId: gifts.shippingAddressId });
    const addresses = gone.map(({ addressId }) => addressId);
    await deleteAddresses(tx, addresses);
    return gone.length;
  });
  if (deleted > 0) log.info({ deleted }, 'deleted unpaid gift drafts');
}
