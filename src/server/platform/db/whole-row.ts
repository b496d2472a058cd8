import { getTableColumns, type GetColumnData, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable, WithSubqueryWithSelection } from 'drizzle-orm/pg-core';

type Row<Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends PgColumn ? GetColumnData<Columns[Name]> : never;
};

/**
 * A row as one JSON column, null where an outer join found none: describing each column takes PostgreSQL longer
 * than reading it. `columns` must be types that JSON holds exactly.
 */
export function wholeRow<Columns extends Record<string, PgColumn>>(
  source: PgTable | WithSubqueryWithSelection<Columns, string>,
  columns: Columns,
): SQL<Row<Columns> | null> {
  const named = Object.entries(columns);
  const decode = (json: Record<string, unknown>) =>
    Object.fromEntries(named.map(([name, column]) => [name, decoded(column, json[column.name])])) as Row<Columns>;
  return sql`to_json(${source}.*)`.mapWith(decode);
}

/** All of a table's columns, on the same condition. */
export function tableRow<Table extends PgTable>(table: Table): SQL<Table['$inferSelect'] | null> {
  const row: SQL = wholeRow(table, getTableColumns(table) as Record<string, PgColumn>);
  return row as SQL<Table['$inferSelect'] | null>;
}

function decoded(column: PgColumn, value: unknown): unknown {
  return value === null ? null : column.mapFromDriverValue(value);
}
