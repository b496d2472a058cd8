import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import { FIRST_RECEIPTS } from '../../contract/operator/constants.ts';
import { emailAlarm, emailReply, emailSuppression } from '../../contract/operator/replies.ts';
import type { EmailReply } from '../../contract/operator/subscribers.ts';
import { type EmailData, type EmailKind, EMAILS, isEmailKind } from '../../emails/catalogue.ts';
import { renderEmail } from '../../emails/render-email.ts';
import type { CommerceContext } from '../commerce/context.ts';
import { readSettings } from '../platform/shop-settings.ts';
import { findUserByEmail } from '../identity/users/queries.ts';
import { writeOperatorLog } from '../platform/operator-log.ts';
import type { Db } from '../platform/db/database.ts';
import { findRow } from '../platform/db/find-row.ts';
import { ApiError, orNotFound } from '../platform/api-error.ts';
import { type EmailAlarm, findEmailAlarm } from '../platform/outbox/alarm.ts';
import { enqueueAttempt } from '../platform/outbox/sweep.ts';
import { countRetryable, retryRefusedEmails } from '../platform/outbox/retry-all.ts';
import { emailOutbox } from '../platform/schema.ts';
import { liftSuppression } from '../platform/suppressions/suppressions.ts';
import { present } from '../platform/http/present.ts';
import type { OperatorHandlers } from './calls/operator-call.ts';
import { isOlder, QUERY_LIMIT, pageOf, decodeCursor, encodeCursor } from './calls/paging.ts';

type EmailRow = typeof emailOutbox.$inferSelect;

const HOUR_MS = 3_600_000;

export const emailHandlers = {
  async listEmails({ ctx: { db, clock }, query: { status, kind, recipient, after } }) {
    const isAsked = and(
      eq(emailOutbox.status, status),
      kind ? inArray(emailOutbox.kind, kindsNamed(kind)) : undefined,
      recipient ? eq(emailOutbox.recipient, recipient) : undefined,
    );
    return await pageOfEmails(db, isAsked, after, clock.now());
  },

  async readEmail({ ctx, params: { id } }) {
    return await textOf(ctx, orNotFound(await findRow(ctx.db, emailOutbox, eq(emailOutbox.id, id)), 'email'));
  },

  async retryEmail({ ctx: { db, clock, jobs }, params: { id }, act }) {
    return await db.transaction(async (tx) => {
      const row = orNotFound(await findRow(tx, emailOutbox, eq(emailOutbox.id, id), 'update'), 'mail');
      const now = clock.now();
      if (row.status !== 'failed' && row.status !== 'suppressed')
        throw new ApiError('wrong_state', 'That mail has not failed, or is being tried already.');
      if (!isRetryable(row, now)) {
        throw new ApiError('wrong_state', 'That mail is past its use, or carried a secret that is forgotten by now.');
      }
      const queued = { status: 'queued', attempts: row.attempts + 1, tryAfter: now, refusedSince: null } as const;
      await tx.update(emailOutbox).set(queued).where(eq(emailOutbox.id, id));
      await enqueueAttempt({ jobs }, tx, { ...row, ...queued });
      const entry = { ...act, action: 'mail_retried' as const, subject: `mail:${id}`, subscriptionId: null };
      await writeOperatorLog(tx, { ...entry, detail: { kind: row.kind } }, now);
      return presentEmail({ ...row, ...queued }, now);
    });
  },

  async getEmailAlarm({ ctx: { db, clock } }) {
    const alarm = presentAlarm(await findEmailAlarm(db));
    return { alarm, retryable: await countRetryable(db, clock.now()) };
  },

  async retryAllEmails({ ctx, act }) {
    return await ctx.db.transaction(async (tx) => {
      const retried = await retryRefusedEmails(ctx, tx);
      const entry = { ...act, action: 'mails_retried' as const, subscriptionId: null, detail: { retried } };
      if (retried > 0) await writeOperatorLog(tx, entry, ctx.clock.now());
      return { retried };
    });
  },

  async liftEmailSuppression({ ctx: { db, clock }, body: { address, note }, act }) {
    return await db.transaction(async (tx) => {
      const now = clock.now();
      const lifted = orNotFound(await liftSuppression(tx, address, now), 'suppressed address');
      const { reason, reportedBy } = lifted;
      const user = await findUserByEmail(tx, lifted.address);
      // The log must not contain an email address, since it is never erased.
      const subject = user === null ? null : `user:${user.id}`;
      const entry = { ...act, note, action: 'email_suppression_lifted' as const, subject };
      await writeOperatorLog(tx, { ...entry, subscriptionId: null, detail: { reason, reportedBy } }, now);
      return present(emailSuppression, lifted);
    });
  },
} satisfies Partial<OperatorHandlers>;

/** Kinds with these words in their name. */
function kindsNamed(words: string): string[] {
  const asked = words.toLowerCase().replaceAll('-', ' ');
  return Object.keys(EMAILS).filter((kind) =>
    `${kind.replaceAll('-', ' ')}${FIRST_RECEIPTS.has(kind) ? ' receipt' : ''}`.includes(asked),
  );
}

const NO_TEXT = { subject: null, text: null };

/** Written again from the stored data. A link that acts for the customer isn’t shown. */
async function textOf({ db, config }: CommerceContext, { kind, data }: EmailRow) {
  if (!isEmailKind(kind) || EMAILS[kind].secret || Object.keys(data).length === 0) return NO_TEXT;
  const { supportEmail, retryNotice } = await readSettings(db, config);
  const { siteUrl, seller } = config;
  const shown = { siteUrl, seller, supportEmail, retryNotice, unsubscribeUrl: undefined };
  const { subject, text } = renderEmail(kind, data as unknown as EmailData<EmailKind>, shown);
  return { subject, text };
}

export function presentAlarm(alarm: EmailAlarm | null) {
  return alarm === null ? null : present(emailAlarm, alarm);
}

export async function pageOfEmails(db: Db, which: SQL | undefined, after: string | undefined, now: Date) {
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
  return present(emailReply, { ...row, retryable: isRetryable(row, now), resendable: whyNotResent(row) === null });
}

export function whyNotResent({ status, kind, recipient }: EmailRow): string | null {
  if (status !== 'sent') return 'That email was not sent. Try it again instead.';
  if (kind !== 'gift-arrived' && (!isEmailKind(kind) || EMAILS[kind].secret)) {
    return 'That email had a secret link. The customer can ask for a new one.';
  }
  return recipient === '' ? 'That email is deleted by now.' : null;
}

function isRetryable({ status, kind, createdAt, recipient, data }: EmailRow, now: Date): boolean {
  if ((status !== 'failed' && status !== 'suppressed') || recipient === '' || !isEmailKind(kind)) return false;
  const { secret, usefulForHours } = EMAILS[kind];
  if (secret && Object.keys(data).length === 0) return false;
  return now.getTime() - createdAt.getTime() <= usefulForHours * HOUR_MS;
}
