import { type GetColumnData, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable, WithSubqueryWithSelection } from 'drizzle-orm/pg-core';

type Row<Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends PgColumn ? GetColumnData<Columns[Name]> : never;
};

/**
 * A row in one column, for statements whose every millisecond counts: PostgreSQL describes each column of an answer anew, and reading
 * those descriptions takes longer than reading the row. `columns`: what the row has, of types that JSON tells as PostgreSQL does (no
 * `bytea`, no whole numbers beyond 2^53). Null where an outer join found none.
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

function decoded(column: PgColumn, value: unknown): unknown {
  return value === null ? null : column.mapFromDriverValue(value);
}
