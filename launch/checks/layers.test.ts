import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { throwawayFolder } from '../../test/server/throwaway.ts';

/** What the check says of a server with those files. */
async function checked(files: Record<string, string>): Promise<{ status: number | null; faults: string[] }> {
  const folder = await throwawayFolder();
  onTestFinished(() => folder.remove());
  spawnSync('git', ['init', '--quiet'], { cwd: folder.path });
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder.path, 'src/server', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const program = resolve('launch/checks/layers.mjs');
  const { status, stderr } = spawnSync(process.execPath, [program], { cwd: folder.path, encoding: 'utf8' });
  return { status, faults: stderr.split('\n').filter(Boolean) };
}

test('folders of a layer that import each other in a circle are refused, types included', async () => {
  const { status, faults } = await checked({
    'identity/session/open.ts': "import { find } from '../users/find.ts';",
    'identity/users/find.ts': "import { code } from '../mfa/code.ts';",
    'identity/mfa/code.ts': "import type { Session } from '../session/open.ts';",
    'identity/keys/keys.ts': "import { find } from '../users/find.ts';",
    'commerce/checkout/buy.ts': "import { price } from '../payments/price.ts';",
    'commerce/payments/price.ts': '',
  });
  expect(status).toBe(1);
  expect(faults.map((fault) => fault.split(' stands in a circle with ')[0])).toEqual(
    expect.arrayContaining(['src/server/identity/session', 'src/server/identity/users', 'src/server/identity/mfa']),
  );
  expect(faults.join()).not.toContain('commerce');
});

test('only root files of the server and the wire itself import the wire', async () => {
  const { status, faults } = await checked({
    'app.ts': "import { authRoutes } from './identity/wire/routes.ts';",
    'identity/wire/routes.ts': "import { reply } from './reply.ts';",
    'identity/wire/reply.ts': '',
    'identity/signup/signup.ts': "import type { Reply } from '../wire/reply.ts';",
    'account/own-data/export.ts': "import { reply } from '../../identity/wire/reply.ts';",
  });
  expect(status).toBe(1);
  expect(faults).toEqual([
    'src/server/account/own-data/export.ts imports the wire: identity/wire/reply.ts. Call the plain function that the wire calls.',
    'src/server/identity/signup/signup.ts imports the wire: identity/wire/reply.ts. Call the plain function that the wire calls.',
  ]);
});

test('a layer that imports an upper one is refused', async () => {
  const { status, faults } = await checked({
    'identity/users/find.ts': "import { buy } from '../../commerce/checkout/buy.ts';",
    'commerce/checkout/buy.ts': '',
  });
  expect(status).toBe(1);
  expect(faults[0]).toMatch('imports upwards');
});
