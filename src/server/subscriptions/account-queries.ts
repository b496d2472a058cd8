import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { invoices, mailingPieces, providerSubscriptions, shippingAddresses, subscriptions } from '../db/schema.ts';

export type AccountSubscription = Awaited<ReturnType<ReturnType<typeof prepare>['execute']>>[number];

/** One prepared statement per pool: parsed and planned once per connection (about half the CPU, STACK). */
const statements = new WeakMap<Database, ReturnType<typeof prepare>>();

/**
 * A person's subscriptions with what the account shows of them, oldest first (SPEC §7). Letters are counted from the ledger: a letter
 * is received when its arrival window has passed by `today` (New York) or the subscriber said so.
 */
export async function listAccountSubscriptions(
  db: Database,
  userId: string,
  today: string,
): Promise<AccountSubscription[]> {
  let statement = statements.get(db);
  if (statement === undefined) {
    statement = prepare(db);
    statements.set(db, statement);
  }
  return await statement.execute({ userId, today });
}

function prepare(db: Database) {
  const pieces = sql`${mailingPieces} where ${mailingPieces.subscriptionId} = ${subscriptions.id}`;
  return db
    .select({
      subscription: subscriptions,
      provider: {
        rawStatus: providerSubscriptions.rawStatus,
        currentPeriodStart: providerSubscriptions.currentPeriodStart,
        currentPeriodEnd: providerSubscriptions.currentPeriodEnd,
      },
      address: shippingAddresses,
      paidInvoices: sql<number>`(select count(*)::int from ${invoices} where ${invoices.subscriptionId} = ${subscriptions.id} and ${invoices.status} = 'paid')`,
      lettersReceived: sql<number>`(select count(distinct ${mailingPieces.letter})::int from ${pieces} and ${mailingPieces.state} = 'handed_over' and (${mailingPieces.confirmedAt} is not null or ${mailingPieces.arrivesBy} < ${sql.placeholder('today')}))`,
      firstLetterPosted: sql<boolean>`exists (select 1 from ${pieces} and ${mailingPieces.letter} = 1 and ${mailingPieces.state} = 'handed_over')`,
    })
    .from(subscriptions)
    .innerJoin(shippingAddresses, eq(shippingAddresses.id, subscriptions.shippingAddressId))
    .innerJoin(providerSubscriptions, eq(providerSubscriptions.subscriptionId, subscriptions.id))
    .where(eq(subscriptions.userId, sql.placeholder('userId')))
    .orderBy(asc(subscriptions.createdAt))
    .limit(100)
    .prepare('account_subscriptions');
}
