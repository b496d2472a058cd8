import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../test/server/database.ts';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { isDatabaseOutage } from '../../src/server/platform/db/outage.ts';
import { HOW_TO_GET_IT, openPooler, poolerVersion } from '../../test/server/pooler.ts';
import { Wire } from '../../test/server/wire.ts';
import { visitThroughPooler } from './pooler.ts';

const version = poolerVersion();
if (version === null) {
  console.warn(`Not proved here, that the shop works behind a pooler: ${HOW_TO_GET_IT}`);
}
const database = await testDatabase();
afterAll(() => database.drop());

test.runIf(version !== null)(
  'behind PgBouncer in transaction mode everything is answered, and nothing is lost',
  async () => {
    const direct = database.url.replace(/\?.*$/, '');
    expect(await visitThroughPooler(direct, 0, 2)).toMatch(/none failed$/);
  },
);

test.runIf(version !== null)('what PgBouncer says of a database that is away is an outage', async () => {
  const url = new URL(database.url);
  const wire = await Wire.open(Number(url.port));
  Object.assign(url, { port: String(wire.port), search: '' });
  const pooler = await openPooler(url.href);
  const db = openDatabase(pooler.url, { throughPooler: true, prepares: false });
  try {
    await db.execute(sql`select 1`);
    wire.breakWhen(() => 'never arrives');
    const failure = await db.execute(sql`select 1`).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ cause: { code: '08P01' } });
    expect(failure).toSatisfy(isDatabaseOutage);
  } finally {
    await db.$client.end();
    await pooler.close();
    wire.close();
  }
});
