import { deepStrictEqual, ok } from 'node:assert';
import { sql } from 'drizzle-orm';
import { BAD_ROWS, csvOf, fileRow, subscribeElsewhere, uploadImport } from '../../test/builders/import-files.ts';
import { hireOperator } from '../../test/builders/operators.ts';
import { countRowsIn, killAfter } from '../../test/load/killed-import.ts';
import { OPERATOR_API as CONSOLE } from '../../src/contract/operator/api.ts';
import { workAtImport } from '../../src/server/operator/imports/work.ts';
import { secondsSince, type Soak } from './soak.ts';

const BAD = 300;
const AT_STRIPE = 50;

export const importSoak: Soak = {
  name: 'import',
  proves:
    'A file of subscribers with bad rows: the dry run names each, and killed in the middle every good row is imported once',
  fullSize: 5_000,
  smallSize: null,
  async run(shop, { size, report }) {
    const clerk = await hireOperator(shop);
    const rows = Array.from({ length: size }, (_, index) => fileRow(index + 1, shop.clock.now()));
    for (let index = 1; index <= AT_STRIPE; index++) {
      const ids = await subscribeElsewhere(shop.stripe, `moved-${index}@example.com`);
      rows[index - 1] = { ...fileRow(index, shop.clock.now()), plan: 'monthly', letters_received: '2', ...ids };
    }
    for (let bad = 0; bad < BAD; bad++) {
      const at = AT_STRIPE + Math.floor((bad * (size - AT_STRIPE)) / BAD);
      rows[at] = { ...fileRow(at + 1, shop.clock.now()), ...BAD_ROWS[bad % BAD_ROWS.length]?.[0] };
    }
    const began = performance.now();
    const id = await uploadImport(clerk, 'Five thousand', csvOf(rows));
    await workAtImport(shop.ctx, id);
    report(`dry run ${secondsSince(began)}`);
    const checked = await clerk.call(CONSOLE.getImport, { params: { id } });
    deepStrictEqual([checked.state, checked.refused, checked.ready], ['checked', BAD, size - BAD]);
    await clerk.call(CONSOLE.applyImport, { params: { id } });
    const applying = performance.now();
    for (const share of [0.1, 0.4, 0.8]) await killAfter(shop, id, Math.floor(share * (size - BAD)));
    ok((await countRowsIn(shop, id, 'ready')) > 0, 'killed before the end');
    await workAtImport(shop.ctx, id);
    report(`applied ${secondsSince(applying)}, with three kills`);
    const { rows: found } = await shop.ctx.db.execute(sql`
      select (select count(*)::int from subscriptions) as subscriptions,
        (select count(distinct user_id)::int from subscriptions) as subscribers,
        (select count(*)::int from user_profiles where email like 'moved-%') as profiles`);
    const each = size - BAD;
    deepStrictEqual(found, [{ subscriptions: each, subscribers: each, profiles: each }]);
    return `${each} of ${size} rows imported once, ${BAD} refused`;
  },
};
