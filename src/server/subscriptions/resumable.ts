import { resumableUntil } from '../../domain/ending.ts';
import { isProviderStatus } from '../../domain/subscription-status.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import { findProviderState, type ProviderState, type Subscription } from './queries.ts';

/** Until when this subscription's cancellation can be taken back; null: it cannot. */
export async function resumeDeadline(ctx: Context, db: Db, row: Subscription): Promise<Date | null> {
  const provider = await findProviderState(db, row.id);
  return provider === null ? null : deadlineOf(row, provider, ctx.clock.now());
}

/** The same of rows that have been read already. */
export function deadlineOf(
  row: Pick<Subscription, 'status' | 'cancelRequestedAt' | 'refundRequestedAt'>,
  provider: Pick<ProviderState, 'rawStatus' | 'currentPeriodEnd'>,
  now: Date,
): Date | null {
  if (!isProviderStatus(provider.rawStatus)) return null;
  return resumableUntil(
    {
      status: row.status,
      cancelRequested: row.cancelRequestedAt !== null,
      refunded: row.refundRequestedAt !== null,
      providerStatus: provider.rawStatus,
      currentPeriodEnd: provider.currentPeriodEnd,
    },
    now,
  );
}
