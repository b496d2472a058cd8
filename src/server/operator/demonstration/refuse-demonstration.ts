import { Client } from 'pg';
import type { Config } from '../../platform/config/config.ts';
import { type DatabaseAddresses, directUrlOf } from '../../platform/db/connection.ts';

/** Why a deployed server must not start with its database: one sentence, or none. Only reads the database. */
export async function demonstrationRefusals({
  deployed,
  ...addresses
}: Pick<Config, 'deployed'> & DatabaseAddresses): Promise<string[]> {
  if (!deployed) return [];
  const count = await countDemonstrationUsers(directUrlOf(addresses));
  if (count === 0) return [];
  const users = count === 1 ? '1 demonstration person' : `${count} demonstration people`;
  return [
    `DATABASE_URL leads to ${users} whose password everybody can read: take them away with ` +
      '`npm run operator -- remove-demonstration` (beside a build `node dist/server/operator.js remove-demonstration`).',
  ];
}

async function countDemonstrationUsers(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `select 1 from information_schema.columns where table_schema = 'auth' and table_name = 'users' and column_name = 'demonstration'`,
    );
    if (rowCount === 0) return 0;
    // The owner of an erased account can't sign in, so it is left out.
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from auth.users where deleted_at is null and demonstration',
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
