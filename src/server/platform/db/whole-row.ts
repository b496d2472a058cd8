import { getTableColumns, type GetColumnData, is, sql, type SQL } from 'drizzle-orm';
import { type PgColumn, PgTable, type WithSubqueryWithSelection } from 'drizzle-orm/pg-core';

type Row<Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends PgColumn ? GetColumnData<Columns[Name]> : never;
};

/**
 * A row as one JSON column, null if an outer join found none. PostgreSQL describes one column faster than many.
 * `columns` must have types that JSON stores exactly.
 */
export function wholeRow<Columns extends Record<string, PgColumn>>(
  source: PgTable | WithSubqueryWithSelection<Columns, string>,
  columns: Columns,
): SQL<Row<Columns> | null> {
  return sql`to_json(${source}.*)`.mapWith(rowDecoder(columns) as (json: unknown) => Row<Columns>);
}

/** Types that JSON stores exactly. */
type Exact = PgColumn | SQL;

/** All columns of a table, or one value that JSON stores exactly. */
type Field = PgTable | Exact;

type Value<Of extends Field> = Of extends PgTable
  ? Of['$inferSelect'] | null
  : Of extends PgColumn
    ? GetColumnData<Of>
    : Of extends SQL<infer Type>
      ? Type
      : never;

type Values<Fields extends Record<string, Field>> = { readonly [Name in keyof Fields]: Value<Fields[Name]> };

/** Several rows and values as one JSON column. All must have the same condition. */
export function jsonObject<Fields extends Record<string, Field>>(fields: Fields): SQL<Values<Fields>> {
  const named = Object.entries(fields);
  const tables = named.flatMap(([name, field]) =>
    is(field, PgTable) ? [[name, rowDecoder(getTableColumns(field))] as const] : [],
  );
  const pairs = named.map(
    ([name, field]) => sql`${sql.raw(`'${name}'`)}, ${is(field, PgTable) ? sql`to_json(${field}.*)` : field}`,
  );
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`.mapWith((json: Record<string, unknown>) => {
    for (const [name, read] of tables) json[name] = json[name] === null ? null : read(json[name] as Json);
    return json as Values<Fields>;
  });
}

/** Rows of other tables as one value. `from` also contains their condition. */
export function jsonRows<Fields extends Record<string, Exact>>(
  fields: Fields,
  from: SQL,
  order: SQL,
): SQL<Values<Fields>[]> {
  return sql`coalesce((select json_agg(${jsonObject(fields)} order by ${order}) from ${from}), '[]')`;
}

type Json = Readonly<Record<string, unknown>>;

function rowDecoder(columns: Readonly<Record<string, PgColumn>>): (json: Json) => Json {
  const named = Object.entries(columns).map(([name, column]) => ({
    name,
    column,
    isInstant: column.dataType === 'date',
  }));
  return (json) => {
    const row: Record<string, unknown> = {};
    for (const { name, column, isInstant } of named) {
      const value = json[column.name];
      row[name] = value !== null && isInstant ? column.mapFromDriverValue(value) : value;
    }
    return row;
  };
}
