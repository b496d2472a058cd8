import { deepStrictEqual, ok } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { prepareDatabase } from '../../src/server/platform/jobs/prepare-database.ts';
import { Visits } from '../../test/load/visits.ts';
import { openShop } from '../../test/server/open-shop.ts';
import { carriesPreparedStatements, HOW_TO_GET_IT, openPooler, poolerVersion } from '../../test/server/pooler.ts';
import type { Soak } from './soak.ts';

const VISITORS = 6;
const PREPARED = 200;

export const pooler: Soak = {
  name: 'pooler',
  proves:
    'Behind PgBouncer in transaction mode, with fewer connections than visitors, everything is answered and nothing is lost',
  fullSize: 60,
  smallSize: null,
  async run(shop, { size: seconds, report }) {
    const version = poolerVersion();
    if (version === null) throw new Error(HOW_TO_GET_IT);
    const modes = carriesPreparedStatements(version) ? [0, PREPARED] : [0];
    if (modes.length === 1)
      report(`PgBouncer ${version} carries no prepared statements; with 1.21 or newer they are proved too.`);
    const counts = [];
    for (const prepared of modes) counts.push(await visitThroughPooler(shop.ctx.config.databaseUrl, prepared, seconds));
    return `PgBouncer ${version}: ${counts.join('; ')}`;
  },
};

/** Visits of that many seconds through a pooler of its own. @returns what was done */
export async function visitThroughPooler(databaseUrl: string, prepared: number, seconds: number): Promise<string> {
  await prepareDatabase({ databaseUrl: 'postgres://pooler/club', directUrl: databaseUrl, migrationUrl: null });
  const between = await openPooler(databaseUrl, prepared);
  const settings = { DATABASE_DIRECT_URL: databaseUrl, DATABASE_PREPARED_STATEMENTS: prepared > 0 ? '1' : '0' };
  const shop = await openShop(between.url, { settings, workers: true });
  try {
    const { rows } = await shop.ctx.db.execute<{ limit: string }>(
      sql`select current_setting('statement_timeout') as limit`,
    );
    deepStrictEqual(rows[0]?.limit, '8s');
    const visits = new Visits(shop);
    visits.begin(VISITORS);
    await sleep(seconds * 1_000);
    await visits.end();
    const faults = visits.answers.filter(({ status }) => status !== 200);
    deepStrictEqual(faults, []);
    deepStrictEqual(await visits.lost(), []);
    const { answers, bought } = visits.counts;
    ok(bought > 0, 'Nobody has bought anything.');
    return `${prepared > 0 ? 'prepared' : 'unprepared'}: ${answers} answers, ${bought} purchases, none failed`;
  } finally {
    await shop.close();
    await between.close();
  }
}
