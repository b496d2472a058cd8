import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, eq, lt, ne, not, sql, type SQL } from 'drizzle-orm';
import { EMAILS, isEmailKind, type EmailData, type EmailKind } from '../../../emails/catalogue.ts';
import { renderEmail } from '../../../emails/render-email.ts';
import type { Email } from '../../../emails/content.ts';
import type { PlatformContext } from '../context.ts';
import { isDatabaseOutage } from '../db/outage.ts';
import { publish } from '../metrics/occurrences.ts';
import { emailOutbox } from '../schema.ts';
import { openContents } from './contents.ts';
import { unsubscribeUrlOf } from './list-unsubscribe.ts';
import { DeliveryError, type Envelope, type Mailer } from './mailer.ts';

type Row = typeof emailOutbox.$inferSelect;

const HOUR_MS = 3_600_000;
const TOO_LATE = 'It waited for longer than it is of use.';
const SWEEP_AFTER_MS = 10 * 60_000;
const SWEEP_BATCH = 500;
const RETENTION_DAYS = 90;
const RECORDED_WITHIN_MS = 45_000;
const RECORD_AGAIN_MS = 200;
const IN_DOUBT_SECONDS = 45;

export async function sendQueuedEmail(ctx: PlatformContext, mailer: Mailer, emailId: string): Promise<void> {
  const [row] = await ctx.db.select().from(emailOutbox).where(eq(emailOutbox.id, emailId));
  if (row?.status !== 'queued') return;
  if (!isEmailKind(row.kind))
    throw new Error(`No mail of kind ${row.kind} is known here; a newer process may know it.`);
  if (isStale(row, row.kind, ctx.clock.now())) {
    await settle(ctx, row, 'failed', 'mail given up: nobody needs it any more', row.failure ?? TOO_LATE);
    return;
  }
  const unsubscribeUrl = unsubscribeUrlOf(ctx, row.kind, row.recipient);
  await deliver(ctx, mailer, row, { ...render(ctx, row, row.kind, unsubscribeUrl), unsubscribeUrl });
}

function isStale({ createdAt }: Row, kind: EmailKind, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > EMAILS[kind].usefulForHours * HOUR_MS;
}

function render(
  { config, keys }: PlatformContext,
  { data }: Row,
  kind: EmailKind,
  unsubscribeUrl: string | undefined,
): Email {
  return renderEmail(kind, openContents(keys, data) as unknown as EmailData<EmailKind>, {
    siteUrl: config.siteUrl,
    supportEmail: config.email.supportEmail,
    unsubscribeUrl,
  });
}

async function deliver(
  ctx: PlatformContext,
  mailer: Mailer,
  row: Row,
  email: Email & Pick<Envelope, 'unsubscribeUrl'>,
): Promise<void> {
  const envelope = { ...email, to: row.recipient, messageId: messageId(row.id, ctx.config.email.from) };
  let hasBegun = false;
  try {
    await mailer.inTurn(async () => {
      await beginSending(ctx, row);
      hasBegun = true;
      await mailer.send(envelope);
      await recordSent(ctx, row);
    });
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    if (!error.permanent) {
      await ctx.db
        .update(emailOutbox)
        .set({ failure: error.answer, ...(hasBegun ? { sendingSince: null } : {}) })
        .where(stillQueued(row));
      publish('email', { kind: row.kind, outcome: 'retried' });
      throw error;
    }
    await settle(ctx, row, 'failed', `mail given up: ${error.message}`, error.answer);
  }
}

/** A worker that began before may have sent it, and record it yet (decision 166). */
async function beginSending({ db, log }: PlatformContext, row: Row): Promise<void> {
  const { sendingSince } = emailOutbox;
  const isInDoubt = sql`coalesce(${sendingSince} > now() - make_interval(secs => ${IN_DOUBT_SECONDS}), false)`;
  const { rowCount } = await db
    .update(emailOutbox)
    .set({ sendingSince: sql`now()` })
    .where(and(stillQueued(row), not(isInDoubt)));
  if (rowCount === 0) throw new Error('Another worker has sent this mail, or may have; it is looked at again.');
  if (row.sendingSince !== null) log.warn({ emailId: row.id }, 'mail perhaps sent twice: its first worker has died');
}

/** rules/code 29 */
async function recordSent(ctx: PlatformContext, row: Row): Promise<void> {
  for (const deadline = performance.now() + RECORDED_WITHIN_MS; ; await sleep(RECORD_AGAIN_MS)) {
    try {
      return await settle(ctx, row, 'sent', 'mail sent', null);
    } catch (error) {
      if (!isDatabaseOutage(error) || performance.now() > deadline) throw error;
    }
  }
}

function stillQueued({ id }: Row): SQL | undefined {
  return and(eq(emailOutbox.id, id), eq(emailOutbox.status, 'queued'));
}

function messageId(emailId: string, from: string): string {
  const domain = /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return `<${emailId}@${domain}>`;
}

async function settle(
  { db, clock, log }: PlatformContext,
  row: Row,
  status: 'sent' | 'failed',
  message: string,
  failure: string | null,
): Promise<void> {
  const secret = isEmailKind(row.kind) && EMAILS[row.kind].secret;
  await db
    .update(emailOutbox)
    .set({
      status,
      sentAt: status === 'sent' ? clock.now() : null,
      sendingSince: null,
      failure,
      ...(secret && { data: {} }),
    })
    .where(stillQueued(row));
  publish('email', { kind: row.kind, outcome: status });
  log.info({ emailId: row.id, kind: row.kind }, message);
}

/** Queues again what has waited ten minutes: its job ran out of retries, or a backup was restored. */
export async function sweepUnsentEmails({ db, clock, jobs, log }: PlatformContext): Promise<void> {
  const before = new Date(clock.now().getTime() - SWEEP_AFTER_MS);
  const waiting = await db
    .select({ id: emailOutbox.id })
    .from(emailOutbox)
    .where(and(eq(emailOutbox.status, 'queued'), lt(emailOutbox.createdAt, before)))
    .orderBy(asc(emailOutbox.createdAt))
    .limit(SWEEP_BATCH);
  for (const { id } of waiting) await jobs.enqueue(db, 'send-email', { emailId: id }, { id });
  if (waiting.length > 0) log.warn({ waiting: waiting.length }, 'mails are still waiting to be sent');
}

export async function deleteOldEmails({ db, clock, log }: PlatformContext): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * 24 * HOUR_MS);
  const { rowCount } = await db
    .update(emailOutbox)
    .set({ recipient: '', data: {}, failure: null })
    .where(and(ne(emailOutbox.status, 'queued'), lt(emailOutbox.createdAt, before), ne(emailOutbox.recipient, '')));
  if (rowCount) log.info({ deleted: rowCount }, 'old mails forgotten');
}
