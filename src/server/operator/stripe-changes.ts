import { and, desc, eq, isNull, type SQL } from 'drizzle-orm';
import type { StripeChangeReply } from '../../contract/operator/stripe-changes.ts';
import { NEEDS_ATTENTION, STRIPE_CHANGES } from '../../domain/stripe-change.ts';
import { subscriptions } from '../commerce/schema.ts';
import { stripeChanges } from '../commerce/stripe-changes-schema.ts';
import { findSubscription } from '../commerce/subscriptions/queries.ts';
import { userProfiles } from '../customers/schema.ts';
import { writeOperatorLog } from '../platform/operator-log.ts';
import type { Db } from '../platform/db/database.ts';
import { orNotFound } from '../platform/api-error.ts';
import type { OperatorHandlers } from './calls/operator-call.ts';
import { decodeCursor, encodeCursor, isOlder, pageOf, QUERY_LIMIT } from './calls/paging.ts';

export const stripeChangeHandlers = {
  async listStripeChanges({ ctx: { db }, query: { after } }) {
    return await pageOfChanges(db, isNull(stripeChanges.settledAt), after);
  },

  async listSubscriptionStripeChanges({ ctx: { db }, params: { id }, query: { after } }) {
    orNotFound(await findSubscription(db, id), 'subscription');
    return await pageOfChanges(db, eq(stripeChanges.subscriptionId, id), after);
  },

  async settleStripeChange({ ctx, params: { id }, act }) {
    const row = await ctx.db.transaction(async (tx) => {
      const isIt = eq(stripeChanges.id, id);
      const [settled] = await tx
        .update(stripeChanges)
        .set({ settledAt: ctx.clock.now() })
        .where(and(isIt, isNull(stripeChanges.settledAt)))
        .returning();
      if (settled !== undefined) {
        const { subscriptionId, kind } = settled;
        const entry = { ...act, action: 'settle_stripe_change' as const, subscriptionId, detail: { kind } };
        await writeOperatorLog(tx, entry, ctx.clock.now());
      }
      const [found] = await selectChanges(tx).where(isIt);
      return orNotFound(found ?? null, 'change');
    });
    return presentChange(row);
  },
} satisfies Partial<OperatorHandlers>;

async function pageOfChanges(db: Db, which: SQL, after: string | undefined) {
  const { foundAt, id } = stripeChanges;
  const rows = await selectChanges(db)
    .where(and(which, isOlder(foundAt, id, decodeCursor(after))))
    .orderBy(desc(foundAt), desc(id))
    .limit(QUERY_LIMIT);
  return pageOf(rows, presentChange, ({ change }) => encodeCursor({ at: change.foundAt, id: change.id }));
}

function selectChanges(db: Db) {
  return db
    .select({ change: stripeChanges, owner: userProfiles.email })
    .from(stripeChanges)
    .innerJoin(subscriptions, eq(subscriptions.id, stripeChanges.subscriptionId))
    .innerJoin(userProfiles, eq(userProfiles.id, subscriptions.userId));
}

type ChangeRow = Awaited<ReturnType<typeof selectChanges>>[number];

function presentChange({ change, owner }: ChangeRow): StripeChangeReply {
  const { id, subscriptionId, kind, foundAt, settledAt } = change;
  return {
    id,
    subscriptionId,
    owner,
    kind,
    words: STRIPE_CHANGES[kind],
    foundAt: foundAt.toISOString(),
    advice: NEEDS_ATTENTION[kind] ?? null,
    isOpen: settledAt === null,
  };
}
