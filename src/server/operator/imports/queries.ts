import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { ImportReply } from '../../../contract/operator/imports.ts';
import { userProfiles } from '../../customers/schema.ts';
import { mailingPieces } from '../../fulfilment/schema.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { orNotFound } from '../../platform/api-error.ts';
import { type Cursor, isOlder, QUERY_LIMIT } from '../calls/paging.ts';
import { subscriberImportRows, subscriberImports } from './imports-schema.ts';

export type Import = typeof subscriberImports.$inferSelect;
export type ImportRowRecord = typeof subscriberImportRows.$inferSelect;

const rows = subscriberImportRows;

const counted = (which: string) =>
  sql<number>`(select count(*)::int from ${rows} r where r.import_id = subscriber_imports.id and ${sql.raw(which)})`;

/** Counts the import's letters that are in a run. Letters mailed before the import aren't. */
const inRuns = sql<number>`(select count(*)::int from ${rows} r join ${mailingPieces} p on p.subscription_id = r.subscription_id
  where r.import_id = subscriber_imports.id and p.run_id is not null)`;

const SHOWN = {
  id: subscriberImports.id,
  name: subscriberImports.name,
  state: subscriberImports.state,
  problem: subscriberImports.problem,
  operator: subscriberImports.operator,
  createdAt: subscriberImports.createdAt,
  appliedAt: subscriberImports.appliedAt,
  rows: counted('true'),
  ready: counted(`r.state in ('unchecked', 'ready')`),
  refused: counted(`r.state = 'refused'`),
  imported: counted(`r.state in ('imported', 'kept')`),
  withoutStripe: counted(`r.state = 'ready' and r.data -> 'stripe' = 'null'`),
  invited: counted('r.invited_at is not null'),
  undone: counted(`r.state = 'undone'`),
  inRuns,
};

export async function listImportLines(db: Db, after: Cursor | null) {
  const { createdAt, id } = subscriberImports;
  return await db
    .select(SHOWN)
    .from(subscriberImports)
    .where(isOlder(createdAt, id, after))
    .orderBy(desc(createdAt), desc(id))
    .limit(QUERY_LIMIT);
}

/** @throws ApiError not_found */
export async function readImport(db: Db, id: string): Promise<ImportReply> {
  const [row] = await db.select(SHOWN).from(subscriberImports).where(eq(subscriberImports.id, id));
  return presentImport(orNotFound(row, 'import'));
}

export function presentImport(row: Awaited<ReturnType<typeof listImportLines>>[number]): ImportReply {
  const { createdAt, appliedAt } = row;
  return { ...row, createdAt: createdAt.toISOString(), appliedAt: appliedAt?.toISOString() ?? null };
}

export async function findImport(db: Db, id: string): Promise<Import | null> {
  return await findRow(db, subscriberImports, eq(subscriberImports.id, id));
}

/** @throws ApiError not_found */
export async function lockImport(tx: Transaction, id: string): Promise<Import> {
  return orNotFound(await findRow(tx, subscriberImports, eq(subscriberImports.id, id), 'no key update'), 'import');
}

export async function setImport(db: Db, id: string, changes: Partial<Omit<Import, 'id'>>): Promise<void> {
  await db.update(subscriberImports).set(changes).where(eq(subscriberImports.id, id));
}

export async function listRowsShown(
  db: Db,
  importId: string,
  state: ImportRowRecord['state'] | undefined,
  after: number,
) {
  return await db
    .select({ row: rows, profile: { email: userProfiles.email, fullName: userProfiles.fullName } })
    .from(rows)
    .leftJoin(userProfiles, eq(userProfiles.id, rows.userId))
    .where(
      and(
        eq(rows.importId, importId),
        state === undefined ? undefined : eq(rows.state, state),
        sql`${rows.line} > ${after}`,
      ),
    )
    .orderBy(asc(rows.line))
    .limit(QUERY_LIMIT);
}

export async function listRowsIn(
  db: Db,
  importId: string,
  state: ImportRowRecord['state'],
  limit: number,
  more = sql`true`,
): Promise<ImportRowRecord[]> {
  return await db
    .select()
    .from(rows)
    .where(and(eq(rows.importId, importId), eq(rows.state, state), more))
    .orderBy(asc(rows.line))
    .limit(limit);
}

/** Null if another process has already changed the row's state. */
export async function lockRow(
  tx: Transaction,
  { importId, line, state }: Pick<ImportRowRecord, 'importId' | 'line' | 'state'>,
): Promise<ImportRowRecord | null> {
  const isRow = and(eq(rows.importId, importId), eq(rows.line, line), eq(rows.state, state));
  return await findRow(tx, rows, isRow, 'no key update');
}

export async function setRow(
  db: Db,
  { importId, line }: Pick<ImportRowRecord, 'importId' | 'line'>,
  changes: Partial<Omit<ImportRowRecord, 'importId' | 'line'>>,
): Promise<void> {
  await db
    .update(rows)
    .set(changes)
    .where(and(eq(rows.importId, importId), eq(rows.line, line)));
}
