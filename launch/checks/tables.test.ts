import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { throwawayFolder } from '../../test/server/throwaway.ts';

test('a layer that writes to a table of another, or reads one that is not listed, is refused, raw SQL included', async () => {
  const folder = await throwawayFolder();
  onTestFinished(() => folder.remove());
  spawnSync('git', ['init', '--quiet'], { cwd: folder.path });
  for (const [path, text] of Object.entries({
    'commerce/schema.ts': "export const invoices = pgTable('invoices', {});",
    'commerce/sold-schema.ts': "export const subscriptions = pgTable(\n  'subscriptions', {});",
    'commerce/invoices/pay.ts': "import { invoices } from '../schema.ts'; db.update(invoices);",
    'fulfilment/plan.ts':
      "import { subscriptions } from '../commerce/sold-schema.ts'; db.select().from(subscriptions);",
    'fulfilment/end.ts': "import { subscriptions } from '../commerce/sold-schema.ts'; db.update(subscriptions);",
    'fulfilment/paid.ts': 'sql`select 1 from invoices`',
    'account/own.ts': 'sql`select 1 from invoices`',
    'operator/void.ts': 'sql`update invoices set status = 1`',
  })) {
    const file = join(folder.path, 'src/server', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const program = resolve('launch/checks/tables.mjs');
  const { status, stderr } = spawnSync(process.execPath, [program], { cwd: folder.path, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr.trim().split('\n').sort()).toEqual([
    'src/server/fulfilment/end.ts writes to subscriptions of commerce. Call a function or a fragment of its owner.',
    'src/server/fulfilment/paid.ts reads invoices of commerce. Call a function or a fragment of its owner.',
    'src/server/operator/void.ts writes to invoices of commerce. Call a function or a fragment of its owner.',
  ]);
});
