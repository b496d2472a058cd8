import { and, lt, type SQL, sql } from 'drizzle-orm';
import { storedAddress } from '../../../domain/envelope.ts';
import { allowLongStatements } from '../../platform/db/statements.ts';
import { addressCheckCounts, addressChecks } from '../checks-schema.ts';
import type { CustomersContext } from '../context.ts';
import type { FrozenAddress } from '../schema.ts';
import { addressKeySql, LINE_COLUMNS } from './address-key.sql.ts';
import { checkOnce } from './check-address.ts';

type SweepContext = Pick<CustomersContext, 'db' | 'clock' | 'config' | 'log' | 'addressChecker' | 'addressUse'>;

const AT_A_TIME = 20;
const LATELY_MS = 86_400_000;

const COLUMNS = sql.raw(Object.values(LINE_COLUMNS).join(', '));
const LINES = sql.raw(
  Object.entries(LINE_COLUMNS)
    .map(([field, column]) => `${column} as "${field}"`)
    .join(', '),
);
const KEY = sql.raw(addressKeySql('a'));

/** Addresses (`a`) that letters may be mailed to. */
function addressesInUse({ addressUse }: SweepContext): SQL {
  return sql`(select ${COLUMNS}, updated_at from shipping_addresses
    union all select ${COLUMNS}, updated_at from (${addressUse.temporary}) elsewhere) a`;
}

/** Checks addresses saved in the last day without a form that checks them. */
export async function checkUncheckedAddresses(ctx: SweepContext): Promise<void> {
  if (ctx.addressChecker === null) return;
  const since = new Date(ctx.clock.now().getTime() - LATELY_MS).toISOString();
  // An address whose check always fails must not delay the others.
  const { rows } = await ctx.db.execute<Omit<FrozenAddress, 'fullName' | 'countryName'> & Record<string, unknown>>(sql`
    select ${LINES} from ${addressesInUse(ctx)}
    where a.updated_at > ${since} and a.country = 'US'
      and not exists (select from ${addressChecks} where ${addressChecks.key} = ${KEY})
    order by random() limit ${AT_A_TIME}`);
  for (const lines of rows) await checkOnce(ctx, storedAddress({ ...lines, fullName: '', countryName: null }));
}

const STORED_DAYS = 2;
const COUNTED_DAYS = 30;

/** Called by the job `clean-up`. */
export async function deleteOldChecks(ctx: SweepContext): Promise<void> {
  const { db, clock } = ctx;
  const before = (days: number) => new Date(clock.now().getTime() - days * LATELY_MS);
  await db.transaction(async (tx) => {
    await allowLongStatements(tx);
    await tx.delete(addressCheckCounts).where(lt(addressCheckCounts.hour, before(COUNTED_DAYS)));
    await tx
      .delete(addressChecks)
      .where(
        and(
          lt(addressChecks.checkedAt, before(STORED_DAYS)),
          sql`not exists (select from ${addressesInUse(ctx)} where ${KEY} = ${addressChecks.key})`,
        ),
      );
  });
}
