import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/db/database.ts';
import { sessions } from '../schema.ts';

export const SESSION_LIFE = '180 days';
export const OPERATOR_SESSION_LIFE = '12 hours';
export const INACTIVITY_MS = 60 * 24 * 3600 * 1000;

export const PASSWORD_RESET_MS = 3_600_000;

/** Lets a new operator's open sessions end within twelve hours. */
export async function capSessions(tx: Transaction, userId: string, now: Date): Promise<void> {
  const end = sql<Date>`${now.toISOString()}::timestamptz + ${OPERATOR_SESSION_LIFE}::interval`;
  const isLonger = or(isNull(sessions.notAfter), gt(sessions.notAfter, end));
  await tx
    .update(sessions)
    .set({ notAfter: end })
    .where(and(eq(sessions.userId, userId), isLonger));
}
