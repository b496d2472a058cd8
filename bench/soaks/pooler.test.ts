import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../test/server/database.ts';
import { HOW_TO_GET_IT, poolerVersion } from '../../test/server/pooler.ts';
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
