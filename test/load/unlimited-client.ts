import { Client, type Pool } from 'pg';

/** A connection of its own to the database of a pool, without time limits; close it with `end`. */
export async function unlimitedClient({ options }: Pool): Promise<Client> {
  const client = new Client({ connectionString: options.connectionString });
  await client.connect();
  return client;
}
