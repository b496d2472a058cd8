import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient } from 'pg';
import type { Database } from '../../src/server/platform/db/database.ts';

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Tables with few rows, such as operators, corrections, mailing days or editions, which may be read completely. */
const SMALL_TABLES = [
  'address_check_counts',
  'holiday_overrides',
  'letter_editions',
  'letter_screens',
  'mailing_runs',
  'nightly_figures',
  'operators',
  'postage_rates',
  'run_sightings',
  'saved_filters',
  'subscriber_imports',
  'subscriber_import_rows',
  'shop_settings',
];

/** Statements that later ones in the transaction need: settings and temporary tables. */
const PREPARES =
  /^\s*(set local|create temporary table|create index|insert into (run_decisions|assumed_letters)|analyze (run_decisions|assumed_letters))/;
/** Statements that EXPLAIN doesn’t accept. */
const UNEXPLAINED = /^\s*(set|analyze|lock|create index|create temporary table assumed_letters)\b/;

/** Statements that were sent through a database, and how PostgreSQL would carry them out. */
export class StatementPlans {
  readonly db: Database;
  readonly #pool: Pool;
  #asked: Statement[] = [];

  constructor(pool: Pool) {
    this.#pool = pool;
    const logger = { logQuery: (text: string, values: unknown[]) => void this.#asked.push({ text, values }) };
    this.db = drizzle({ client: pool, logger });
  }

  begin(): void {
    this.#asked = [];
  }

  /** @returns each statement since `begin`, with the big tables that it reads completely @throws Error if there was none */
  async readWhole(): Promise<{ text: string; readWhole: string[] }[]> {
    const asked = this.#asked.filter(({ text }) => !/^(begin|commit)\b/.test(text));
    if (asked.length === 0) throw new Error('No statement was sent.');
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      const found = [];
      for (const statement of asked) {
        found.push({ text: statement.text, readWhole: await tablesReadWhole(client, statement) });
        if (PREPARES.test(statement.text)) await client.query(statement.text, statement.values);
      }
      return found;
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
}

async function tablesReadWhole(client: PoolClient, { text, values }: Statement): Promise<string[]> {
  if (UNEXPLAINED.test(text)) return [];
  const explained = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (format json) ${text}`, values);
  const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan === undefined) throw new Error('PostgreSQL explained nothing.');
  return nodesOf(plan)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '?')
    .filter((table) => !SMALL_TABLES.includes(table));
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
