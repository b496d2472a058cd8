import { and, eq, gt } from 'drizzle-orm';
import type { CommerceContext } from '../../commerce/context.ts';
import { type OperatorAct, writeOperatorLog } from '../../platform/operator-log.ts';
import { operatorLog } from '../../platform/schema.ts';

const HOUR_MS = 3_600_000;

/** Logs an operator's view of a customer at most once an hour. */
export async function logView(
  { db, clock }: Pick<CommerceContext, 'db' | 'clock'>,
  userId: string,
  act: OperatorAct,
): Promise<void> {
  const now = clock.now();
  const view = { action: 'customer_viewed', subject: `user:${userId}` } as const;
  const { action, createdAt, operator, subject } = operatorLog;
  const isSame = and(eq(subject, view.subject), eq(action, view.action), eq(operator, act.operator));
  const since = gt(createdAt, new Date(now.getTime() - HOUR_MS));
  if ((await db.$count(operatorLog, and(isSame, since))) > 0) return;
  await writeOperatorLog(db, { ...act, ...view, subscriptionId: null, detail: {} }, now);
}
