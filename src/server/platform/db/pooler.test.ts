import { afterAll, expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { Visits } from '../../../../test/load/visits.ts';
import { openShop } from '../../../../test/server/open-shop.ts';
import { testDatabase } from '../../../../test/server/database.ts';
import { sql } from 'drizzle-orm';
import { openDatabase } from './database.ts';
import { isDatabaseOutage } from './outage.ts';
import { carriesPreparedStatements, openPooler, poolerVersion } from '../../../../test/server/pooler.ts';
import { Wire } from '../../../../test/server/wire.ts';
import { prepareDatabase } from '../jobs/prepare-database.ts';

const version = poolerVersion();
const database = await testDatabase();
afterAll(() => database.drop());

const PREPARED = 200;
const PREPARED_COUNTS = version !== null && carriesPreparedStatements(version) ? [0, PREPARED] : [0];
const VISITORS = 6;
const VISITED_MS = 2_000;

test.runIf(version !== null).each(PREPARED_COUNTS)(
  'behind PgBouncer in transaction mode, with fewer connections than visitors and %i prepared statements, everything is answered and nothing is lost',
  async (prepared) => {
    const direct = database.url.replace(/\?.*$/, '');
    await prepareDatabase({ databaseUrl: 'postgres://pooler/club', directUrl: direct, migrationUrl: null });
    const between = await openPooler(direct, prepared);
    const settings = { DATABASE_DIRECT_URL: direct, DATABASE_PREPARED_STATEMENTS: prepared > 0 ? '1' : '0' };
    const shop = await openShop(between.url, { settings, workers: true });
    try {
      const { rows } = await shop.ctx.db.execute(sql`select current_setting('statement_timeout') as limit`);
      expect(rows).toEqual([{ limit: '8s' }]);
      const visits = new Visits(shop);
      visits.begin(VISITORS);
      await sleep(VISITED_MS);
      await visits.end();
      expect(visits.answers.filter(({ status }) => status !== 200)).toEqual([]);
      expect(await visits.lost()).toEqual([]);
      expect(visits.counts.bought).toBeGreaterThan(0);
    } finally {
      await shop.close();
      await between.close();
    }
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
