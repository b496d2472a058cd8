import { Client } from 'pg';
import type { Config } from '../../platform/config/config.ts';
import { DEMO_USERS } from './demo-users.ts';

/** Why a deployed server must not start: one sentence, or none. The database is only read. */
export async function demonstrationRefusals({
  deployed,
  databaseUrl,
}: Pick<Config, 'deployed' | 'databaseUrl'>): Promise<string[]> {
  if (!deployed) return [];
  const count = await countDemonstrationUsers(databaseUrl);
  if (count === 0) return [];
  const users = count === 1 ? '1 demonstration person' : `${count} demonstration people`;
  return [
    `DATABASE_URL leads to ${users} whose password everybody can read: take them away with ` +
      '`npm run operator -- remove-demonstration` (beside a build `node dist/server/operator.js remove-demonstration`).',
  ];
}

const COUNT = 'select count(*)::int as count from auth.users where deleted_at is null';

async function countDemonstrationUsers(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: columns } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'auth' and table_name = 'users'`,
    );
    if (columns.length === 0) return 0;
    // A database of an earlier version lacks the column and is asked by email.
    const isMarked = columns.some(({ name }) => name === 'demonstration');
    const { rows } = isMarked
      ? await client.query<{ count: number }>(`${COUNT} and demonstration`)
      : await client.query<{ count: number }>(`${COUNT} and lower(email) = any($1)`, [
          DEMO_USERS.map(({ email }) => email),
        ]);
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
