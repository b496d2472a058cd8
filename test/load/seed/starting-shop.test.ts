import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SETTINGS_FILE } from '../../../launch/shop.ts';
import { subscriptions } from '../../../src/server/commerce/schema.ts';
import { startShop } from '../../server/shop.ts';

const shop = await startShop();

test('the seed waits for a shop that is starting, by the settings that the shop writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'starting-shop-'));
  // For root, a folder that the database's account can't reach is another one.
  chmodSync(folder, 0o755);
  const write = (settings: object) => writeFileSync(join(folder, SETTINGS_FILE), JSON.stringify(settings));
  const settings = { ...shop.settings, SMTP_URL: 'smtp://127.0.0.1:9' };
  write({ ...settings, DATABASE_URL: 'postgres://shop@127.0.0.1:9/shop' });
  const env = { PATH: process.env['PATH'], DATA_DIR: folder };
  const seed = spawn(process.execPath, ['launch/command.mjs', 'seed', '--subscribers', '3'], { env });
  const [line] = (await once(seed.stderr, 'data')) as [Buffer];
  expect(line.toString()).toContain('The shop does not answer yet.');
  write(settings);
  expect(await once(seed, 'exit')).toEqual([0, null]);
  expect(await shop.ctx.db.$count(subscriptions)).toBe(3);
});
