import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { deletePurchases } from '../../account/erasure/delete-purchases.ts';
import { eraseAccount } from '../../account/erasure/erase-account.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { checkouts, invoices } from '../../commerce/schema.ts';
import { mailingPieces, mailingRuns } from '../../fulfilment/schema.ts';
import { audit } from '../../identity/audit.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { allowLongStatements } from '../../platform/db/statements.ts';
import { type Import, type ImportRowRecord, listRowsIn, lockRow, setImport, setRow } from './queries.ts';

const BITE = 25;

/** Doesn't change customers and subscriptions at Stripe. */
export async function undoRows(ctx: CommerceContext, found: Import): Promise<void> {
  for (;;) {
    const bite = await listRowsIn(ctx.db, found.id, 'imported', BITE);
    if (bite.length === 0) break;
    await ctx.db.transaction(async (tx) => {
      await allowLongStatements(tx);
      // Pieces have no foreign key, so no run may be frozen at the same time.
      await tx.execute(sql`lock table ${mailingRuns} in exclusive mode`);
      for (const row of bite) await undoRow(ctx, tx, row, found);
    });
  }
  await setImport(ctx.db, found.id, { state: 'undone' });
}

async function undoRow(ctx: CommerceContext, tx: Transaction, imported: ImportRowRecord, found: Import): Promise<void> {
  const row = await lockRow(tx, imported);
  if (row === null || row.userId === null || row.subscriptionId === null) return;
  const reason = await reasonToKeep(tx, row.userId, row.subscriptionId, found.appliedAt);
  if (reason !== null) return await setRow(tx, row, { state: 'kept', problem: reason });
  await deletePurchases(tx, row.userId);
  const erased = await eraseAccount(ctx, tx, row.userId, { leaveStripeCustomer: true });
  if (typeof erased === 'string') return await setRow(tx, row, { state: 'kept', problem: `The account is ${erased}.` });
  const entry = { action: 'user_deleted', userId: row.userId, client: null, detail: { by: 'import undone' } } as const;
  await audit(tx, entry, ctx.clock.now());
  await setRow(tx, row, { state: 'undone' });
}

async function reasonToKeep(tx: Transaction, userId: string, subscriptionId: string, appliedAt: Date | null) {
  const ofSubscription = eq(mailingPieces.subscriptionId, subscriptionId);
  if ((await tx.$count(mailingPieces, and(ofSubscription, isNotNull(mailingPieces.runId)))) > 0) {
    return 'A letter is in a mailing run.';
  }
  if ((await tx.$count(checkouts, eq(checkouts.userId, userId))) > 1) return 'The customer has bought something since.';
  const since = gt(invoices.createdAt, appliedAt ?? new Date(0));
  const isPaid = and(eq(invoices.subscriptionId, subscriptionId), since, gt(invoices.amountPaidCents, 0));
  return (await tx.$count(invoices, isPaid)) > 0 ? 'The customer has paid since.' : null;
}
