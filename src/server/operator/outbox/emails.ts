import { and, desc, eq, type SQL } from 'drizzle-orm';
import { emailReply } from '../../../contract/operator/replies.ts';
import type { EmailReply } from '../../../contract/operator/subscribers.ts';
import { EMAILS, isEmailKind } from '../../../emails/catalogue.ts';
import { writeOperatorLog } from '../../platform/audit-log/operator-log.ts';
import type { Db } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { ApiError, orNotFound } from '../../platform/errors/api-error.ts';
import { emailOutbox } from '../../platform/schema.ts';
import { present } from '../../platform/http/present.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { isOlder, QUERY_LIMIT, pageOf, decodeCursor, encodeCursor } from '../calls/paging.ts';

type EmailRow = typeof emailOutbox.$inferSelect;

const HOUR_MS = 3_600_000;

export const emailHandlers = {
  async listEmails({ ctx: { db, clock }, query: { status, after } }) {
    return await pageOfEmails(db, eq(emailOutbox.status, status), after, clock.now());
  },

  async retryEmail({ ctx: { db, clock, jobs }, params: { id }, act }) {
    return await db.transaction(async (tx) => {
      const row = orNotFound(await findRow(tx, emailOutbox, eq(emailOutbox.id, id), 'update'), 'mail');
      const now = clock.now();
      if (row.status !== 'failed')
        throw new ApiError('wrong_state', 'That mail has not failed, or is being tried already.');
      if (!isRetryable(row, now)) {
        throw new ApiError('wrong_state', 'That mail is past its use, or carried a secret that is forgotten by now.');
      }
      await tx.update(emailOutbox).set({ status: 'queued' }).where(eq(emailOutbox.id, id));
      await jobs.enqueue(tx, 'send-email', { emailId: id });
      const entry = { ...act, action: 'mail_retried', subject: `mail:${id}`, subscriptionId: null };
      await writeOperatorLog(tx, { ...entry, detail: { kind: row.kind } }, now);
      return presentEmail({ ...row, status: 'queued' }, now);
    });
  },
} satisfies Partial<OperatorHandlers>;

export async function pageOfEmails(db: Db, which: SQL, after: string | undefined, now: Date) {
  const { createdAt, id } = emailOutbox;
  const rows = await db
    .select()
    .from(emailOutbox)
    .where(and(which, isOlder(createdAt, id, decodeCursor(after))))
    .orderBy(desc(createdAt), desc(id))
    .limit(QUERY_LIMIT);
  return pageOf(
    rows,
    (row) => presentEmail(row, now),
    (row) => encodeCursor({ at: row.createdAt, id: row.id }),
  );
}

function presentEmail(row: EmailRow, now: Date): EmailReply {
  return present(emailReply, { ...row, retryable: isRetryable(row, now) });
}

/** A failed email has lost its link or code, and some kinds are useless after hours. */
function isRetryable({ status, kind, createdAt, recipient }: EmailRow, now: Date): boolean {
  if (status !== 'failed' || recipient === '' || !isEmailKind(kind)) return false;
  const { secret, usefulForHours } = EMAILS[kind];
  return !secret && now.getTime() - createdAt.getTime() <= usefulForHours * HOUR_MS;
}
