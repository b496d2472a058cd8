import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { storedAddress } from '../../../domain/envelope.ts';
import { allowLongStatements } from '../../platform/db/database.ts';
import { addressCheckCounts, addressChecks } from '../checks-schema.ts';
import type { CustomersContext } from '../context.ts';
import { shippingAddresses } from '../schema.ts';
import { addressKeySql } from './address-key.sql.ts';
import { checkOnce } from './check-address.ts';

type SweepContext = Pick<CustomersContext, 'db' | 'clock' | 'config' | 'log' | 'addressChecker'>;

const AT_A_TIME = 20;
const LATELY_MS = 86_400_000;

const KEY = sql.raw(addressKeySql('shipping_addresses'));

/** What was saved in the last day without a form that asks. */
export async function checkUncheckedAddresses(ctx: SweepContext): Promise<void> {
  if (ctx.addressChecker === null) return;
  const { updatedAt, country } = shippingAddresses;
  const rows = await ctx.db
    .select({ address: shippingAddresses })
    .from(shippingAddresses)
    .leftJoin(addressChecks, eq(addressChecks.key, KEY))
    .where(
      and(gt(updatedAt, new Date(ctx.clock.now().getTime() - LATELY_MS)), eq(country, 'US'), isNull(addressChecks.key)),
    )
    // One that is never answered must not hold up the others.
    .orderBy(sql`random()`)
    .limit(AT_A_TIME);
  for (const { address } of rows) await checkOnce(ctx, storedAddress(address));
}

const STORED_DAYS = 2;
const COUNTED_DAYS = 30;

/** For `clean-up`. */
export async function deleteOldChecks({ db, clock }: SweepContext): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * LATELY_MS);
  await db.transaction(async (tx) => {
    await allowLongStatements(tx);
    await tx.delete(addressCheckCounts).where(lt(addressCheckCounts.hour, before(COUNTED_DAYS)));
    await tx
      .delete(addressChecks)
      .where(
        and(
          lt(addressChecks.checkedAt, before(STORED_DAYS)),
          sql`not exists (select from ${shippingAddresses} where ${KEY} = ${addressChecks.key})`,
        ),
      );
  });
}
