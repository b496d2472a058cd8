import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../test/server/database.ts';
import { rollSmallCluster } from './cluster/small-cluster.ts';

const database = await testDatabase();
afterAll(() => database.drop());

test('two web processes and a worker are replaced by those of another build, and no request fails, no write is lost, no file missing', async () => {
  expect(await rollSmallCluster(database.url.replace(/\?.*$/, ''))).toMatch(/none failed$/);
}, 120_000);
