import { and, asc, count, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { audit } from '../../identity/audit.ts';
import { deleteFlowsOf } from '../../identity/session/flow-states.ts';
import { type UserRow, mfaFactors, sessions, users } from '../../identity/schema.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { allowLongStatements } from '../../platform/db/statements.ts';
import { mailingBatches, mailingRuns, mailingPieces } from '../../fulfilment/schema.ts';
import { checkouts, subscriptions } from '../../commerce/schema.ts';
import { shippingAddresses } from '../../customers/schema.ts';
import { emailOutbox } from '../../platform/schema.ts';
import { runCode } from '../../fulfilment/runs/runs.ts';
import { deletePurchases } from '../../account/erasure/delete-purchases.ts';
import { eraseAccount } from '../../account/erasure/erase-account.ts';
import { emailsToUser } from '../../account/own-data/own-emails.ts';
import { type OperatorAct, writeOperatorLog } from '../../platform/operator-log.ts';
import { OperatorError } from '../../platform/api-error.ts';

export type Removed = Readonly<
  Record<
    'users' | 'subscriptions' | 'invoices' | 'letters' | 'gifts' | 'addresses' | 'sessions' | 'factors' | 'emails',
    number
  >
>;

/**
 * Deletes the demonstration users and everything they own in one transaction.
 * @throws OperatorError if letters of theirs are printed but not handed over
 */
export async function removeDemonstration(ctx: CommerceContext, act: OperatorAct): Promise<Removed | null> {
  return await ctx.db.transaction(async (tx) => {
    await allowLongStatements(tx);
    // Pieces have no foreign key, so no run may be frozen or printed at the same time.
    await tx.execute(sql`lock table ${mailingRuns} in exclusive mode`);
    await lockCheckouts(tx);
    const accounts = await tx
      .select()
      .from(users)
      .where(eq(users.demonstration, true))
      .orderBy(asc(users.id))
      .for('update');
    await refusePrinted(tx);
    let removed: Removed | null = null;
    for (const user of accounts) {
      const own = await removeUser(ctx, tx, user);
      removed = removed === null ? own : add(removed, own);
    }
    if (removed !== null) {
      const entry = { ...act, action: 'remove_demonstration' as const, subscriptionId: null, detail: removed };
      await writeOperatorLog(tx, entry, ctx.clock.now());
    }
    return removed;
  });
}

/** Locks in the same order as the recording of a payment: checkout, subscription, user. */
async function lockCheckouts(tx: Transaction): Promise<void> {
  await tx
    .select({ id: checkouts.id })
    .from(checkouts)
    .innerJoin(users, and(eq(users.id, checkouts.userId), eq(users.demonstration, true)))
    .orderBy(asc(checkouts.id))
    .for('update', { of: checkouts });
}

function add(one: Removed, other: Removed): Removed {
  const sums = Object.entries(one).map(([name, rows]) => [name, rows + other[name as keyof Removed]]);
  return Object.fromEntries(sums) as Removed;
}

/** A printed envelope would still be mailed after its rows are deleted. */
async function refusePrinted(tx: Transaction): Promise<void> {
  const runs = await tx
    .selectDistinct({ kind: mailingRuns.kind, nominalOn: mailingRuns.nominalOn })
    .from(mailingPieces)
    .innerJoin(subscriptions, eq(subscriptions.id, mailingPieces.subscriptionId))
    .innerJoin(users, and(eq(users.id, subscriptions.userId), eq(users.demonstration, true)))
    .innerJoin(mailingRuns, eq(mailingRuns.id, mailingPieces.runId))
    .innerJoin(
      mailingBatches,
      and(
        eq(mailingBatches.runId, mailingPieces.runId),
        isNull(mailingBatches.handedOverAt),
        sql`${mailingPieces.number} between ${mailingBatches.firstNumber} and ${mailingBatches.lastNumber}`,
      ),
    )
    .where(eq(mailingPieces.state, 'frozen'));
  const codes = runs.map(runCode);
  if (codes.length === 0) return;
  throw new OperatorError(
    `Letters of demonstration people are printed in ${codes.join(', ')}: undo the print there ` +
      '(`npm run operator -- undo-print-now`), then call this again.',
  );
}

async function removeUser(ctx: CommerceContext, tx: Transaction, user: UserRow): Promise<Removed> {
  const { id, email, newEmail } = user;
  const purchases = await deletePurchases(tx, id);
  const toThem = await emailsToUser(tx, { userId: id, email, newEmail });
  const removed = {
    ...purchases,
    users: 1,
    addresses: purchases.addresses + (await countRows(tx, shippingAddresses, eq(shippingAddresses.userId, id))),
    sessions: await countRows(tx, sessions, eq(sessions.userId, id)),
    factors: await countRows(tx, mfaFactors, eq(mfaFactors.userId, id)),
    emails: purchases.emails + (await countRows(tx, emailOutbox, toThem)),
  };
  await deleteFlowsOf(tx, id);
  const erased = await eraseAccount(ctx, tx, id, { leaveStripeCustomer: true });
  if (typeof erased === 'string') throw new Error(`A demonstration person could not be erased: ${erased}.`);
  const entry = { action: 'user_deleted', userId: id, client: null, detail: { by: 'remove-demonstration' } } as const;
  await audit(tx, entry, ctx.clock.now());
  return removed;
}

async function countRows(tx: Transaction, table: PgTable, which: SQL | undefined): Promise<number> {
  const [row] = await tx.select({ rows: count() }).from(table).where(which);
  return row?.rows ?? 0;
}
