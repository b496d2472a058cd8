import { createHash } from 'node:crypto';
import { and, asc, eq, gte, inArray, isNull, lt, lte, ne, not, or, sql, type SQL } from 'drizzle-orm';
import { EMAILS } from '../../../emails/catalogue.ts';
import type { PlatformContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { emailOutbox } from '../schema.ts';

const HOUR_MS = 3_600_000;
const SWEEP_AFTER_MS = 10 * 60_000;
const SWEEP_BATCH = 500;
const RETENTION_DAYS = 90;

type Row = typeof emailOutbox.$inferSelect;

/**
 * Also queues emails again that waited ten minutes for a first attempt, since their job was lost or a backup was
 * restored.
 */
export async function sweepUnsentEmails({ db, clock, jobs, log }: PlatformContext): Promise<void> {
  const now = clock.now();
  const { status, tryAfter, createdAt } = emailOutbox;
  const isLost = and(isNull(tryAfter), lt(createdAt, new Date(now.getTime() - SWEEP_AFTER_MS)));
  const due = await db
    .select()
    .from(emailOutbox)
    .where(and(eq(status, 'queued'), or(isLost, lte(tryAfter, now))))
    .orderBy(asc(createdAt))
    .limit(SWEEP_BATCH);
  for (const email of due) await enqueueAttempt({ jobs }, db, email);
  if (due.length > 0) log.warn({ waiting: due.length }, 'mails are still waiting to be sent');
}

export async function enqueueAttempt(
  { jobs }: Pick<PlatformContext, 'jobs'>,
  tx: Db,
  { id, attempts }: Pick<Row, 'id' | 'attempts'>,
): Promise<void> {
  await jobs.enqueue(tx, 'send-email', { emailId: id }, { id: attempts === 0 ? id : jobIdOf(id, attempts) });
}

function jobIdOf(emailId: string, attempts: number): string {
  const hash = createHash('sha256').update(`${emailId}:${attempts}`).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

export function isUseful(now: Date): SQL | undefined {
  const { kind, createdAt, data, recipient } = emailOutbox;
  const kinds = Object.entries(EMAILS).map(([name, { secret, usefulForHours }]) => {
    const oldest = new Date(now.getTime() - usefulForHours * HOUR_MS);
    return and(eq(kind, name), gte(createdAt, oldest), secret ? ne(data, {}) : undefined);
  });
  return and(ne(recipient, ''), or(...kinds));
}

export async function deleteOldEmails(ctx: PlatformContext): Promise<void> {
  const { db, clock, log } = ctx;
  await deleteExpiredSecrets(ctx);
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * 24 * HOUR_MS);
  const { rowCount } = await db
    .update(emailOutbox)
    .set({ recipient: '', data: {}, failure: null })
    .where(and(ne(emailOutbox.status, 'queued'), lt(emailOutbox.createdAt, before), ne(emailOutbox.recipient, '')));
  if (rowCount) log.info({ deleted: rowCount }, 'old mails forgotten');
}

const SECRET_KINDS = Object.entries(EMAILS).flatMap(([kind, { secret }]) => (secret ? [kind] : []));

async function deleteExpiredSecrets({ db, clock }: PlatformContext): Promise<void> {
  const { status, kind, data } = emailOutbox;
  const isExpired = not(isUseful(clock.now()) ?? sql`true`);
  await db
    .update(emailOutbox)
    .set({ data: {} })
    .where(and(eq(status, 'failed'), inArray(kind, SECRET_KINDS), ne(data, {}), isExpired));
}
