import type { Client } from 'pg';
import { KEY_ID_BYTES } from '../../platform/sealing.ts';

/** Hexadecimal ids of the keys that authenticators and sessions are sealed with. */
export async function sealingKeysOfIdentities(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select encode(substring(secret from 1 for ${KEY_ID_BYTES}), 'hex') as id from auth.mfa_factors
      union
     select encode(substring(refresh_key from 1 for ${KEY_ID_BYTES}), 'hex') from auth.sessions`,
  );
  return rows.map(({ id }) => id);
}
