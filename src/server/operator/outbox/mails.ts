import { and, desc, eq } from 'drizzle-orm';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { listMails, retryMail } from '../../../contract/operator/desk.ts';
import type { MailReply } from '../../../contract/operator/people.ts';
import { EMAILS, isEmailKind } from '../../../emails/catalogue.ts';
import { emailsOut } from '../../platform/outbox/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { ApiError, notFound } from '../../platform/errors/api-error.ts';
import { actOf } from '../paging/act.ts';
import type { CommerceCall, CommerceContext } from '../../commerce/context.ts';
import { type OperatorAct, writeOperatorLog } from '../../platform/audit-log/operator-log.ts';
import { isOlder, ONE_TOO_MANY, pageOf, type Place, placeIn, placeOf } from '../paging/paging.ts';

export type MailRow = typeof emailsOut.$inferSelect;

const HOUR_MS = 3_600_000;

export async function handleListMails({
  ctx,
  query: { status, after },
}: CommerceCall<typeof listMails>): Promise<ReplyOf<typeof listMails>> {
  return pageOfMails(await listUnsentMails(ctx.db, status, placeIn(after)), ctx.clock.now());
}

export function pageOfMails(rows: readonly MailRow[], now: Date) {
  return pageOf(
    rows,
    (row) => presentMail(row, now),
    ({ createdAt, id }) => placeOf({ at: createdAt, id }),
  );
}

/** Newest first. */
export async function listUnsentMails(db: Db, status: 'failed' | 'queued', after: Place | null): Promise<MailRow[]> {
  return await db
    .select()
    .from(emailsOut)
    .where(and(eq(emailsOut.status, status), isOlder(emailsOut.createdAt, emailsOut.id, after)))
    .orderBy(desc(emailsOut.createdAt), desc(emailsOut.id))
    .limit(ONE_TOO_MANY);
}

/** What was written to one address, newest first. */
export async function listMailsTo(db: Db, recipient: string, after: Place | null): Promise<MailRow[]> {
  return await db
    .select()
    .from(emailsOut)
    .where(and(eq(emailsOut.recipient, recipient), isOlder(emailsOut.createdAt, emailsOut.id, after)))
    .orderBy(desc(emailsOut.createdAt), desc(emailsOut.id))
    .limit(ONE_TOO_MANY);
}

export function presentMail(row: MailRow, now: Date): MailReply {
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
function isRetryable({ status, kind, createdAt, recipient }: MailRow, now: Date): boolean {
  if (status !== 'failed' || recipient === '' || !isEmailKind(kind)) return false;
  const { secret, usefulForHours } = EMAILS[kind];
  return !secret && now.getTime() - createdAt.getTime() <= usefulForHours * HOUR_MS;
}

export async function handleRetryMail({
  ctx,
  params,
  person,
}: CommerceCall<typeof retryMail>): Promise<ReplyOf<typeof retryMail>> {
  return presentMail(await retryFailedMail(ctx, params.id, actOf(person)), ctx.clock.now());
}

/**
 * Puts a failed mail into the post again, once however many ask for it.
 * @throws ApiError not_found, wrong_state
 */
export async function retryFailedMail(
  { db, clock, jobs }: CommerceContext,
  id: string,
  act: OperatorAct,
): Promise<MailRow> {
  return await db.transaction(async (tx) => {
    const [row] = await tx.select().from(emailsOut).where(eq(emailsOut.id, id)).for('update');
    if (row === undefined) throw notFound('mail');
    const now = clock.now();
    if (row.status !== 'failed')
      throw new ApiError('wrong_state', 'That mail has not failed, or is being tried already.');
    if (!isRetryable(row, now)) {
      throw new ApiError('wrong_state', 'That mail is past its use, or carried a secret that is forgotten by now.');
    }
    await tx.update(emailsOut).set({ status: 'queued' }).where(eq(emailsOut.id, id));
    // The job of that id has done its work; this is another.
    await jobs.enqueue(tx, 'send-email', { emailId: id });
    const entry = { ...act, action: 'mail_retried', subject: `mail:${id}`, subscriptionId: null };
    await writeOperatorLog(tx, { ...entry, detail: { kind: row.kind } }, now);
    return { ...row, status: 'queued' as const };
  });
}
