import { drizzle } from 'drizzle-orm/node-postgres';
import type { Database } from '../src/server/platform/db/database.ts';
import { readAccount } from '../src/server/account/overview/queries.ts';

/** The statement of the account's summary, so that a bare server can ask it too. */
export async function accountQuery(db: Database, userId: string): Promise<{ text: string; values: unknown[] }> {
  let seen: { text: string; values: unknown[] } | undefined;
  const logger = { logQuery: (text: string, values: unknown[]) => void (seen = { text, values }) };
  const watched: Database = drizzle({ client: db.$client, logger });
  await readAccount(watched, userId, new Date().toISOString().slice(0, 10));
  if (seen === undefined) throw new Error('The account has asked nothing.');
  return seen;
}
