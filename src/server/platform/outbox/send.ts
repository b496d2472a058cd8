import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, not, sql, type SQL } from 'drizzle-orm';
import { EMAILS, isEmailKind, type EmailData, type EmailKind, type Kind } from '../../../emails/catalogue.ts';
import { renderEmail } from '../../../emails/render-email.ts';
import type { Email, EmailBranding } from '../../../emails/content.ts';
import type { PlatformContext } from '../context.ts';
import { isDatabaseOutage } from '../db/outage.ts';
import { publish } from '../metrics/occurrences.ts';
import { emailOutbox } from '../schema.ts';
import { isSuppressed } from '../suppressions/suppressions.ts';
import { openContents } from './contents.ts';
import { type Judgment, nextTryAt, type Refusal } from '../../../domain/smtp-refusals.ts';
import { unsubscribeUrlOf } from './list-unsubscribe.ts';
import { DeliveryError, type Envelope, type Mailer } from './mailer.ts';
import { readSettings } from '../shop-settings.ts';

type Row = typeof emailOutbox.$inferSelect;

const HOUR_MS = 3_600_000;
const TOO_LATE = 'It waited for longer than it is of use.';
const SUPPRESSED = 'An email to this address bounced or was reported as spam.';
const RECORDED_WITHIN_MS = 45_000;
const RECORD_AGAIN_MS = 200;
const IN_DOUBT_SECONDS = 45;

export async function sendQueuedEmail(ctx: PlatformContext, mailer: Mailer, emailId: string): Promise<void> {
  const [row] = await ctx.db.select().from(emailOutbox).where(eq(emailOutbox.id, emailId));
  if (row?.status !== 'queued') return;
  if (!isEmailKind(row.kind))
    throw new Error(`No mail of kind ${row.kind} is known here; a newer process may know it.`);
  if (isStale(row, row.kind, ctx.clock.now())) {
    const failure = row.failure ?? TOO_LATE;
    await settle(ctx, row, { status: 'failed', failure }, 'mail given up: nobody needs it any more');
    return;
  }
  if (await isSuppressed(ctx.db, row.recipient)) {
    await settle(ctx, row, { status: 'suppressed', failure: SUPPRESSED }, 'mail not sent: its address is suppressed');
    return;
  }
  const unsubscribeUrl = unsubscribeUrlOf(ctx, row.kind, row.recipient);
  const { supportEmail, retryNotice } = await readSettings(ctx.db, ctx.config);
  const email = render(ctx, row, row.kind, { unsubscribeUrl, supportEmail, retryNotice });
  await deliver(ctx, mailer, row, { ...email, unsubscribeUrl, replyTo: supportEmail });
}

function isStale({ createdAt }: Row, kind: EmailKind, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > EMAILS[kind].usefulForHours * HOUR_MS;
}

function render(
  { config, keys }: PlatformContext,
  { data }: Row,
  kind: EmailKind,
  shown: Pick<EmailBranding, 'unsubscribeUrl' | 'supportEmail' | 'retryNotice'>,
): Email {
  return renderEmail(kind, openContents(keys, data) as unknown as EmailData<EmailKind>, {
    siteUrl: config.siteUrl,
    seller: config.seller,
    ...shown,
  });
}

async function deliver(
  ctx: PlatformContext,
  mailer: Mailer,
  row: Row,
  email: Email & Pick<Envelope, 'unsubscribeUrl' | 'replyTo'>,
): Promise<void> {
  const envelope = { ...email, to: row.recipient, messageId: messageId(row.id, ctx.config.email.from) };
  try {
    await mailer.inTurn(async () => {
      await beginSending(ctx, row);
      await mailer.send(envelope);
      await recordSent(ctx, row);
    });
  } catch (error) {
    if (!(error instanceof DeliveryError) || error.judgment === null) throw error;
    await recordRefusal(ctx, row, error.judgment, error);
  }
}

async function recordRefusal(ctx: PlatformContext, row: Row, judgment: Judgment, error: DeliveryError): Promise<void> {
  const { refusal, final } = judgment;
  const now = ctx.clock.now();
  const refusedSince = row.refusedSince ?? now;
  const tryAfter = final ? null : nextTryAt(refusedSince, now);
  const failure = error.answer;
  if (tryAfter === null) {
    const outcome = { status: 'failed', failure, refusal, storesSecret: !final } as const;
    await settle(ctx, row, outcome, `mail given up: ${error.message}`);
    return;
  }
  const attempts = sql`${emailOutbox.attempts} + 1`;
  await ctx.db
    .update(emailOutbox)
    .set({ failure, refusal, refusedSince, tryAfter, attempts, sendingSince: null })
    .where(stillQueued(row));
  publish('email', { kind: row.kind, outcome: 'retried' });
  ctx.log.warn({ emailId: row.id, kind: row.kind, refusal, answer: failure }, `mail waits: ${error.message}`);
}

/** A worker that began earlier may have sent it and may still record that (decision 166). */
async function beginSending({ db, log }: PlatformContext, row: Row): Promise<void> {
  const { sendingSince } = emailOutbox;
  const isInDoubt = sql`coalesce(${sendingSince} > now() - make_interval(secs => ${IN_DOUBT_SECONDS}), false)`;
  const { rowCount } = await db
    .update(emailOutbox)
    .set({ sendingSince: sql`now()` })
    .where(and(stillQueued(row), not(isInDoubt)));
  if (rowCount === 0) throw new Error('Another worker has sent this email, or may have; trying again later.');
  if (row.sendingSince !== null)
    log.warn({ emailId: row.id }, 'an email may have been sent twice: its first worker ended');
}

async function recordSent(ctx: PlatformContext, row: Row): Promise<void> {
  for (const deadline = performance.now() + RECORDED_WITHIN_MS; ; await sleep(RECORD_AGAIN_MS)) {
    try {
      return await settle(ctx, row, { status: 'sent', failure: null }, 'email sent');
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

interface Outcome {
  readonly status: 'sent' | 'failed' | 'suppressed';
  readonly failure: string | null;
  readonly refusal?: Refusal;
  /** True if an operator may still send it. */
  readonly storesSecret?: boolean;
}

async function settle(
  { db, clock, log }: PlatformContext,
  row: Row,
  { status, failure, refusal, storesSecret = false }: Outcome,
  message: string,
): Promise<void> {
  const kind: Kind<never> | null = isEmailKind(row.kind) ? EMAILS[row.kind] : null;
  const deletesSecret = !storesSecret && kind?.secret;
  await db
    .update(emailOutbox)
    .set({
      status,
      failure,
      sentAt: status === 'sent' ? clock.now() : null,
      sendingSince: null,
      tryAfter: null,
      ...(status === 'sent' && { refusal: null, refusedSince: null }),
      ...(refusal && { refusal }),
      ...(deletesSecret && { data: {} }),
      ...(kind?.last && { recipient: '' }),
    })
    .where(stillQueued(row));
  publish('email', { kind: row.kind, outcome: status });
  log.info({ emailId: row.id, kind: row.kind }, message);
}
