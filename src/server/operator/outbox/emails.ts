import { and, desc, eq } from 'drizzle-orm';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { listEmails, retryEmail } from '../../../contract/operator/desk.ts';
import type { EmailReply } from '../../../contract/operator/subscribers.ts';
import { EMAILS, isEmailKind } from '../../../emails/catalogue.ts';
import { emailOutbox } from '../../platform/outbox/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { ApiError, notFound } from '../../platform/errors/api-error.ts';
import { actOf } from '../paging/act.ts';
import type { CommerceCall, CommerceContext } from '../../commerce/context.ts';
import { type OperatorAct, writeOperatorLog } from '../../platform/audit-log/operator-log.ts';
import { isOlder, ONE_TOO_MANY, pageOf, type Place, placeIn, placeOf } from '../paging/paging.ts';

export type EmailRow = typeof emailOutbox.$inferSelect;

const HOUR_MS = 3_600_000;

export async function handleListEmails({
  ctx,
  query: { status, after },
}: CommerceCall<typeof listEmails>): Promise<ReplyOf<typeof listEmails>> {
  return pageOfEmails(await listUnsentEmails(ctx.db, status, placeIn(after)), ctx.clock.now());
}

export function pageOfEmails(rows: readonly EmailRow[], now: Date) {
  return pageOf(
    rows,
    (row) => presentEmail(row, now),
    ({ createdAt, id }) => placeOf({ at: createdAt, id }),
  );
}

/** Newest first. */
export async function listUnsentEmails(db: Db, status: 'failed' | 'queued', after: Place | null): Promise<EmailRow[]> {
  return await db
    .select()
    .from(emailOutbox)
    .where(and(eq(emailOutbox.status, status), isOlder(emailOutbox.createdAt, emailOutbox.id, after)))
    .orderBy(desc(emailOutbox.createdAt), desc(emailOutbox.id))
    .limit(ONE_TOO_MANY);
}

/** What was written to one address, newest first. */
export async function listEmailsTo(db: Db, recipient: string, after: Place | null): Promise<EmailRow[]> {
  return await db
    .select()
    .from(emailOutbox)
    .where(and(eq(emailOutbox.recipient, recipient), isOlder(emailOutbox.createdAt, emailOutbox.id, after)))
    .orderBy(desc(emailOutbox.createdAt), desc(emailOutbox.id))
    .limit(ONE_TOO_MANY);
}

export function presentEmail(row: EmailRow, now: Date): EmailReply {
  const { id, kind, recipient, status, failure } = row;
  return {
    id,
    kind,
    recipient,
    status,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    failure,
    retryable: isRetryable(row, now),
  };
}

/** A mail that failed has forgotten its link or code, and some are of no use any more after hours. */
function isRetryable({ status, kind, createdAt, recipient }: EmailRow, now: Date): boolean {
  if (status !== 'failed' || recipient === '' || !isEmailKind(kind)) return false;
  const { secret, usefulForHours } = EMAILS[kind];
  return !secret && now.getTime() - createdAt.getTime() <= usefulForHours * HOUR_MS;
}

export async function handleRetryEmail({
  ctx,
  params,
  user,
}: CommerceCall<typeof retryEmail>): Promise<ReplyOf<typeof retryEmail>> {
  return presentEmail(await retryFailedEmail(ctx, params.id, actOf(user)), ctx.clock.now());
}

/**
 * Puts a failed mail into the post again, once however many ask for it.
 * @throws ApiError not_found, wrong_state
 */
export async function retryFailedEmail(
  { db, clock, jobs }: CommerceContext,
  id: string,
  act: OperatorAct,
): Promise<EmailRow> {
  return await db.transaction(async (tx) => {
    const [row] = await tx.select().from(emailOutbox).where(eq(emailOutbox.id, id)).for('update');
    if (row === undefined) throw notFound('mail');
    const now = clock.now();
    if (row.status !== 'failed')
      throw new ApiError('wrong_state', 'That mail has not failed, or is being tried already.');
    if (!isRetryable(row, now)) {
      throw new ApiError('wrong_state', 'That mail is past its use, or carried a secret that is forgotten by now.');
    }
    await tx.update(emailOutbox).set({ status: 'queued' }).where(eq(emailOutbox.id, id));
    // The job of that id has done its work; this is another.
    await jobs.enqueue(tx, 'send-email', { emailId: id });
    const entry = { ...act, action: 'mail_retried', subject: `mail:${id}`, subscriptionId: null };
    await writeOperatorLog(tx, { ...entry, detail: { kind: row.kind } }, now);
    return { ...row, status: 'queued' as const };
  });
}
