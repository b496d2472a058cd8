import { join } from 'node:path';
import { Client } from 'pg';
import type { Config } from '../../platform/config/config.ts';
import { ConfigError } from '../../platform/config/variables.ts';
import { type DatabaseAddresses, directUrlOf } from '../../platform/db/connection.ts';
import { KEY_ID_BYTES } from '../../platform/sealing.ts';
import { readGeneratedKeySet } from './key-set.ts';
import { sealingKeyIds } from './keys.ts';

/** Hexadecimal ids of the keys that encrypt authenticators' secrets. */
async function sealingKeysOfFactors(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct encode(substring(secret from 1 for ${KEY_ID_BYTES}), 'hex') as id from auth.mfa_factors where status = 'verified'`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Refuses to generate keys for a database restored without its data folder, since they couldn't decrypt any
 * authenticator.
 * @throws ConfigError unless AUTH_JWT_KEYS names the keys
 */
export async function refuseNewKeys(config: Pick<Config, 'auth' | 'dataDir'> & DatabaseAddresses): Promise<void> {
  if (config.auth.jwtKeys !== null) return;
  const keys = await readGeneratedKeySet(config.dataDir);
  const known = keys === null ? [] : sealingKeyIds(keys);
  const client = new Client({ connectionString: directUrlOf(config) });
  await client.connect();
  try {
    if ((await sealingKeysOfFactors(client)).every((id) => known.includes(id))) return;
  } finally {
    await client.end();
  }
  throw new ConfigError(
    `The database has authenticators that were sealed with keys which are not in ${join(config.dataDir, 'auth-keys.json')}: put that file of the old shop back (a backup has it), or set AUTH_JWT_KEYS.`,
  );
}
