import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { PlatformContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { emailOutbox } from '../schema.ts';
import { isUseful } from './sweep.ts';

function isRetryable(now: Date): SQL | undefined {
  const { refusal, status } = emailOutbox;
  const isWaiting = and(eq(status, 'queued'), isNotNull(refusal));
  return or(isWaiting, and(eq(status, 'failed'), sql`${refusal} is distinct from 'recipient'`, isUseful(now)));
}

export async function countRetryable(db: Db, now: Date): Promise<number> {
  return await db.$count(emailOutbox, isRetryable(now));
}

/** Only queues them, so that the call is quick. The sweep sends them. */
export async function retryRefusedEmails(
  { clock, jobs }: Pick<PlatformContext, 'clock' | 'jobs'>,
  tx: Db,
): Promise<number> {
  const now = clock.now();
  const { attempts, refusedSince, status } = emailOutbox;
  const { rowCount } = await tx
    .update(emailOutbox)
    .set({
      status: 'queued',
      attempts: sql`${attempts} + 1`,
      tryAfter: now,
      refusedSince: sql`case when ${status} = 'failed' then null else ${refusedSince} end`,
    })
    .where(isRetryable(now));
  const retried = rowCount ?? 0;
  if (retried > 0) await jobs.enqueue(tx, 'sweep-emails', {});
  return retried;
}
