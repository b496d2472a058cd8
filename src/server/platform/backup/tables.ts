import { type Client, escapeIdentifier } from 'pg';
import { from as copyFrom, to as copyTo, type CopyStreamQuery, type CopyToStreamQuery } from 'pg-copy-streams';

export interface Table {
  readonly schema: string;
  readonly name: string;
  /** Without generated ones, which no statement may write. */
  readonly columns: readonly string[];
}

interface FoundTable extends Table {
  readonly id: number;
  /** Ids of other tables that its foreign keys name. */
  readonly references: readonly number[];
}

export interface Sequence {
  readonly schema: string;
  readonly name: string;
  /** A bigint in decimal digits. */
  readonly last: string;
}

/** pg-boss's own; its queues and schedules are made again by every server that starts. */
export const JOBS_SCHEMA = 'pgboss';
const SCHEMAS = ['public', 'auth', JOBS_SCHEMA];

/** One text form for all values under any settings of the server. */
export async function prepareCopying(client: Client): Promise<void> {
  const settings = {
    timezone: 'UTC',
    datestyle: 'ISO',
    intervalstyle: 'postgres',
    bytea_output: 'hex',
    extra_float_digits: '1',
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  };
  for (const [name, value] of Object.entries(settings)) {
    await client.query('select set_config($1, $2, false)', [name, value]);
  }
}

/** All tables with data of ours, each after those that its foreign keys name. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<FoundTable>(
    `select c.oid::int as id, n.nspname as schema, c.relname as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns,
            array(select distinct f.confrelid::int from pg_constraint f
                   where f.contype = 'f' and f.confrelid <> c.oid
                     and (f.conrelid = c.oid or f.conrelid in (select i.inhrelid from pg_inherits i where i.inhparent = c.oid))
                 ) as references
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1)
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by n.nspname, c.relname`,
    [SCHEMAS],
  );
  return inOrderOfReference(rows);
}

function inOrderOfReference(tables: readonly FoundTable[]): Table[] {
  const known = new Set(tables.map(({ id }) => id));
  const placed = new Set<number>();
  const ordered: Table[] = [];
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ id, references }) => !placed.has(id) && references.every((other) => placed.has(other) || !known.has(other)),
    );
    if (next.length === 0) throw new Error('The foreign keys of these tables form a circle.');
    for (const { id, schema, name, columns } of next) {
      placed.add(id);
      ordered.push({ schema, name, columns });
    }
  }
  return ordered;
}

export function nameOf({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `${schema}.${name}`;
}

export function quoted({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
}

export function rowsOut(client: Client, table: Table): CopyToStreamQuery {
  // A partitioned table is copied by a query alone.
  return client.query(copyTo(`copy (select ${columnsOf(table)} from ${quoted(table)}) to stdout`));
}

export function rowsIn(client: Client, table: Table): CopyStreamQuery {
  return client.query(copyFrom(`copy ${quoted(table)} (${columnsOf(table)}) from stdin`));
}

function columnsOf({ columns }: Table): string {
  return columns.map(escapeIdentifier).join(', ');
}

export async function countRows(client: Client, table: Table): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${quoted(table)}`);
  return Number(rows[0]?.count);
}

/** Those that have given out a number. */
export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
      where schemaname = any($1) and last_value is not null order by 1, 2`,
    [SCHEMAS],
  );
  return rows;
}

export async function setSequence(client: Client, sequence: Sequence): Promise<void> {
  await client.query('select setval($1::regclass, $2)', [quoted(sequence), sequence.last]);
}
