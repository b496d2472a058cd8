import { and, desc, eq, inArray, or, type SQL } from 'drizzle-orm';
import { logReply } from '../../../contract/operator/replies.ts';
import { isUuid } from '../../../contract/fields.ts';
import type { listLog } from '../../../contract/operator/desk.ts';
import type { QueryOf } from '../../../contract/endpoint.ts';
import { emailAddressOf } from '../../../domain/email-address.ts';
import { listOwnersOf, listSubscriptionIds } from '../../commerce/subscriptions/queries.ts';
import { findUserByEmail, listEmails } from '../../identity/users/queries.ts';
import type { Db } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import { present } from '../../platform/http/present.ts';
import { emailOutbox, operatorLog } from '../../platform/schema.ts';
import { isBetween } from '../calls/days.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { decodeCursor, encodeCursor, isOlder, pageOf, QUERY_LIMIT } from '../calls/paging.ts';
import { sentenceOf } from './sentences.ts';

type Filter = QueryOf<typeof listLog>;
type LogRow = typeof operatorLog.$inferSelect;

export const logHandlers = {
  async listLog({ ctx: { db }, query }) {
    const { createdAt, id } = operatorLog;
    const rows = await db
      .select()
      .from(operatorLog)
      .where(and(...(await conditionsOf(db, query)), isOlder(createdAt, id, decodeCursor(query.after))))
      .orderBy(desc(createdAt), desc(id))
      .limit(QUERY_LIMIT);
    const [about, recipients] = await Promise.all([emailsAbout(db, rows), recipientsIn(db, rows)]);
    return pageOf(
      rows,
      (row) => {
        const to = recipients.get(row.id);
        const sentence = sentenceOf({ ...row, detail: { to, ...row.detail } });
        return present(logReply, { ...row, at: row.createdAt, sentence, about: about.get(row.id) ?? to ?? null });
      },
      (row) => encodeCursor({ at: row.createdAt, id: row.id }),
    );
  },
} satisfies Partial<OperatorHandlers>;

async function conditionsOf(db: Db, filter: Filter): Promise<(SQL | undefined)[]> {
  const { subscription, person, kind, customer, from, to } = filter;
  const { action, createdAt, operator, subscriptionId } = operatorLog;
  return [
    subscription && eq(subscriptionId, subscription),
    person && inArray(operator, [person, `${person}, at a terminal`]),
    kind && eq(action, kind),
    customer && (await isAbout(db, customer)),
    isBetween(createdAt, { from, to }),
  ].map((condition) => condition || undefined);
}

async function isAbout(db: Db, customer: string): Promise<SQL | undefined> {
  const id = isUuid(customer) ? customer.toLowerCase() : await idOf(db, customer);
  const { subject, subscriptionId } = operatorLog;
  const isPerson = inArray(subject, [`user:${id}`, `operator:${id}`, id]);
  const owned = await listSubscriptionIds(db, id);
  return owned.length === 0 ? isPerson : or(isPerson, inArray(subscriptionId, owned));
}

async function idOf(db: Db, email: string): Promise<string> {
  const user = await findUserByEmail(db, emailAddressOf(email) ?? email);
  if (user !== null) return user.id;
  const message = 'No account has this email.';
  throw new ApiError('validation_failed', message, { customer: message });
}

async function emailsAbout(db: Db, rows: readonly LogRow[]): Promise<ReadonlyMap<string, string>> {
  const owners = await listOwnersOf(db, [...new Set(rows.flatMap(({ subscriptionId }) => subscriptionId ?? []))]);
  const people = rows.flatMap((row) => {
    const person = personIn(row) ?? owners.get(row.subscriptionId ?? '');
    return person === undefined ? [] : [[row.id, person] as const];
  });
  const emails = await listEmails(db, [...new Set(people.map(([, person]) => person))]);
  return new Map(
    people.flatMap(([row, person]) => [[row, emails.get(person) ?? ''] as const]).filter(([, email]) => email),
  );
}

/** Recipients of emails that were sent again and still exist. */
async function recipientsIn(db: Db, rows: readonly LogRow[]): Promise<ReadonlyMap<string, string>> {
  const about = rows.flatMap(({ id, subject }) =>
    subject?.startsWith('mail:') ? [[id, subject.slice(5)] as const] : [],
  );
  if (about.length === 0) return new Map();
  const { id, recipient } = emailOutbox;
  const ids = about.flatMap(([, email]) => (isUuid(email) ? [email] : []));
  const found = await db.select({ id, recipient }).from(emailOutbox).where(inArray(id, ids));
  const recipients = new Map(found.map((email) => [email.id, email.recipient]));
  return new Map(about.map(([entry, email]) => [entry, recipients.get(email) ?? ''] as const).filter(([, to]) => to));
}

function personIn({ subject }: LogRow): string | undefined {
  const [, id] = /^(?:user:|operator:)?([0-9a-f-]{36})$/.exec(subject ?? '') ?? [];
  return id;
}
