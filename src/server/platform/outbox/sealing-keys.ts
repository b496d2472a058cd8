import type { Client } from 'pg';
import { KEY_ID_BYTES } from '../sealing.ts';

/** Twelve characters of base64 are nine bytes, the key's id and one more. */
const FIRST_CHARACTERS = 12;

/** Hexadecimal ids of the keys that emails in the outbox are sealed with. */
export async function sealingKeysOfEmails(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct encode(substring(decode(translate(left(data->>'sealed', ${FIRST_CHARACTERS}), '-_', '+/'), 'base64') from 1 for ${KEY_ID_BYTES}), 'hex') as id
       from email_outbox where data ? 'sealed'`,
  );
  return rows.map(({ id }) => id);
}
