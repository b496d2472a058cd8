import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/db/database.ts';
import type { Sample } from '../../platform/metrics/definitions.ts';
import { secondsSince } from '../../platform/metrics/queries.ts';
import { comparedUntil } from '../billing-schema.ts';
import { checkouts } from '../schema.ts';

export async function measureCheckouts(tx: Transaction, now: Date): Promise<Sample[]> {
  const [row] = await tx
    .select({ open: sql<number>`count(*)::int`, oldest: sql<string | null>`min(${checkouts.updatedAt})` })
    .from(checkouts)
    .where(eq(checkouts.status, 'pending'));
  return [
    { gauge: 'checkouts_open', value: row?.open ?? 0 },
    { gauge: 'checkouts_oldest_seconds', value: secondsSince(row?.oldest ?? null, now) },
  ];
}

export async function measureReconciler(tx: Transaction, now: Date): Promise<Sample[]> {
  const rows = await tx.select().from(comparedUntil);
  return rows.map(({ list, until }) => ({
    gauge: 'reconciler_compared_seconds',
    labels: { list },
    value: secondsSince(until, now),
  }));
}
