import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { getAccount } from '../src/contract/account.ts';
import { Shopper } from '../test/clients/shopper.ts';
import { exitCode } from '../test/server/launched-shop.ts';
import { nodeVersions } from '../test/server/node-versions.ts';
import { startShopProcess } from '../test/server/started-shop.ts';
import { throwawayFolder, type ThrowawayFolder } from '../test/server/throwaway.ts';
import { dataFolder } from './data-folder.ts';

let folder: ThrowawayFolder;
const addresses = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
const host = addresses.includes('::1') ? '::1' : '127.0.0.1';

beforeAll(async () => {
  folder = await throwawayFolder();
});
afterAll(() => folder.remove());

// Node 22 and 24 where they can be had: `npm run nodes` gets them.
test.each(nodeVersions())(
  `under Node %s the whole shop opens on ${host}, hears of a payment by webhook and closes`,
  { timeout: 180_000 },
  async (version, program) => {
    const shop = await startShopProcess(dataFolder(join(folder.path, version)), { HOST: host }, program);
    onTestFinished(async () => void (await exitCode(shop.process, 'SIGTERM')));
    const user = await Shopper.signUp(shop);
    await user.confirm(await user.submit());
    // Nothing but the webhook says that it was paid: the browser does not return.
    await expect
      .poll(async () => (await user.call(getAccount)).subscriptions.map(({ status }) => status))
      .toEqual(['active']);
    expect(await exitCode(shop.process, 'SIGTERM')).toBe(0);
  },
);
