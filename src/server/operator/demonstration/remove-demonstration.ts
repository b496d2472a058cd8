import { and, asc, count, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { audit } from '../../identity/audit/audit.ts';
import { deleteFlowsOf } from '../../identity/session/flow-states.ts';
import { type UserRow, mfaFactors, sessions, users } from '../../identity/schema.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { mailingBatches, mailingRuns, mailingPieces } from '../../fulfilment/schema.ts';
import { checkouts, subscriptions } from '../../commerce/schema.ts';
import { shippingAddresses } from '../../customers/schema.ts';
import { emailOutbox } from '../../platform/outbox/schema.ts';
import { runCode } from '../../fulfilment/runs/runs.ts';
import { deletePurchases } from '../../account/erasure/delete-purchases.ts';
import { eraseAccount } from '../../account/erasure/erase-account.ts';
import { emailsToUser } from '../../account/own-data/own-emails.ts';
import { type OperatorAct, writeOperatorLog } from '../../platform/audit-log/operator-log.ts';
import { OperatorError } from '../../platform/errors/operator-error.ts';

/** How many rows of each kind went. */
export type Removed = Readonly<
  Record<
    'users' | 'subscriptions' | 'invoices' | 'letters' | 'gifts' | 'addresses' | 'sessions' | 'factors' | 'emails',
    number
  >
>;

/**
 * Takes the demonstration people out of the database with everything that hangs on them, all or none. Stripe is told nothing: what they
 * bought lies in a sandbox, and a live account has never heard of it.
 * @throws OperatorError while letters of theirs are printed and not handed over
 */
export async function removeDemonstration(ctx: CommerceContext, act: OperatorAct): Promise<Removed> {
  return await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '15min'`);
    // No run is frozen or printed meanwhile: its pieces have no foreign key that would keep theirs out.
    await tx.execute(sql`lock table ${mailingRuns} in exclusive mode`);
    await holdCheckouts(tx);
    const accounts = await tx
      .select()
      .from(users)
      .where(eq(users.demonstration, true))
      .orderBy(asc(users.id))
      .for('update');
    await refusePrinted(tx);
    let removed = NOTHING;
    for (const user of accounts) removed = sum(removed, await removeUser(ctx, tx, user));
    if (accounts.length > 0) {
      const entry = { ...act, action: 'remove_demonstration', subscriptionId: null, detail: removed };
      await writeOperatorLog(tx, entry, ctx.clock.now());
    }
    return removed;
  });
}

/** In the order in which a payment that is being recorded takes its locks: the checkout, the subscription, the user by its key. */
async function holdCheckouts(tx: Transaction): Promise<void> {
  await tx
    .select({ id: checkouts.id })
    .from(checkouts)
    .innerJoin(users, and(eq(users.id, checkouts.userId), eq(users.demonstration, true)))
    .orderBy(asc(checkouts.id))
    .for('update', { of: checkouts });
}

const NOTHING: Removed = {
  users: 0,
  subscriptions: 0,
  invoices: 0,
  letters: 0,
  gifts: 0,
  addresses: 0,
  sessions: 0,
  factors: 0,
  emails: 0,
};

function sum(one: Removed, other: Removed): Removed {
  const names = Object.keys(NOTHING) as (keyof Removed)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as Removed;
}

/** Envelopes on the pile would leave although nothing tells any more that they must not. */
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
      '(`npm run operator -- post undo`), then call this again.',
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
