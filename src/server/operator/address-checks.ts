import { gte } from 'drizzle-orm';
import { addressCheckCounts } from '../customers/checks-schema.ts';
import type { OperatorHandlers } from './calls/operator-call.ts';

const DAY_MS = 86_400_000;

export const addressCheckHandlers = {
  async getAddressChecks({ ctx: { db, clock, config } }) {
    const { hour, outcome, count } = addressCheckCounts;
    const rows = await db
      .select({ outcome, count })
      .from(addressCheckCounts)
      .where(gte(hour, new Date(clock.now().getTime() - DAY_MS)));
    const outcomes: Record<string, number> = {};
    for (const row of rows) outcomes[row.outcome] = (outcomes[row.outcome] ?? 0) + row.count;
    const { by, perHour } = config.addressChecks;
    return { by, perHour, outcomes };
  },
} satisfies Partial<OperatorHandlers>;
