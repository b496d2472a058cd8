import { and, count, eq, inArray, min, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { emailOutbox } from '../schema.ts';
import { ABOUT_US } from '../../../domain/smtp-refusals.ts';

export interface EmailAlarm {
  readonly refusal: (typeof ABOUT_US)[number];
  readonly since: Date;
  readonly waiting: number;
}

/** The cause that most of the waiting emails have in common. */
export async function findEmailAlarm(db: Db): Promise<EmailAlarm | null> {
  const { refusal, refusedSince, status } = emailOutbox;
  const rows = await db
    .select({ refusal, since: min(refusedSince), waiting: count() })
    .from(emailOutbox)
    .where(and(eq(status, 'queued'), inArray(refusal, [...ABOUT_US])))
    .groupBy(refusal)
    .orderBy(sql`count(*) desc`, refusal);
  const most = ABOUT_US.find((one) => one === rows[0]?.refusal);
  if (most === undefined) return null;
  const times = rows.flatMap(({ since }) => (since === null ? [] : [since.getTime()]));
  return {
    refusal: most,
    since: new Date(Math.min(...times)),
    waiting: rows.reduce((sum, { waiting }) => sum + waiting, 0),
  };
}
