import { Client, escapeIdentifier } from 'pg';

/** A hash of each table's and sequence's rows, independent of their order, by name. */
export async function tableContents(databaseUrl: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`set timezone = 'UTC'`);
    const { rows: names } = await client.query<{ schema: string; name: string }>(
      `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema)'
        order by 1, 2`,
    );
    const contents: Record<string, string> = {};
    for (const { schema, name } of names) {
      const { rows } = await client.query<{ count: string; hash: string | null }>(
        `select count(*), md5(string_agg(t::text, E'\\n' order by t::text)) as hash
           from ${escapeIdentifier(schema)}.${escapeIdentifier(name)} t`,
      );
      contents[`${schema}.${name}`] = `${rows[0]?.count} ${rows[0]?.hash}`;
    }
    const { rows: sequences } = await client.query<{ name: string; last: string | null }>(
      `select schemaname || '.' || sequencename as name, last_value::text as last from pg_sequences order by 1`,
    );
    for (const { name, last } of sequences) contents[name] = String(last);
    return contents;
  } finally {
    await client.end();
  }
}
