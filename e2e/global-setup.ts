import { createWriteStream, mkdirSync } from 'node:fs';
import { readableLogLine } from '../launch/log-line.ts';
import { freePort } from '../launch/ports.ts';
import { prepare } from '../launch/prepare.mjs';
import { BUILT, Shop, type Opened } from '../launch/shop.ts';
import type { OpenShop } from './shops.ts';
import { endWithUs, throwawayFolder } from '../test/server/throwaway.ts';

/**
 * Opens two whole shops as `npm start` does, on free ports and data of their own, and tells the tests where they are: BASE_URL,
 * SANDBOX_URL, MAILBOX_URL, DATABASE_URL and, for servers beside it, SERVER_SETTINGS; and CRAWLED_SHOP, where every button is pressed
 * and no other test looks. What their parts print is in test-results.
 */
export default async function openShopsForTests(): Promise<() => Promise<void>> {
  await prepare({ build: true });
  const [shared, crawled] = await Promise.all([
    openShop('test-results/shop.log'),
    openShop('test-results/crawled-shop.log'),
  ]);
  const { server, settings } = shared.opened;
  Object.assign(process.env, {
    BASE_URL: server.url,
    SANDBOX_URL: settings['STRIPE_API_BASE'],
    MAILBOX_URL: settings['MAILBOX_URL'],
    DATABASE_URL: settings['DATABASE_URL'],
    SERVER_SETTINGS: JSON.stringify(settings),
    CRAWLED_SHOP: JSON.stringify(placeOf(crawled.opened)),
  });
  return async () => void (await Promise.all([shared.close(), crawled.close()]));
}

function placeOf({ server, settings }: Opened): OpenShop {
  return {
    url: server.url ?? '',
    databaseUrl: settings['DATABASE_URL'] ?? '',
    sandboxUrl: settings['STRIPE_API_BASE'] ?? '',
  };
}

/** On a database that is thrown away when the returned function is called, or when this process ends. */
async function openShop(log: string): Promise<{ opened: Opened; close: () => Promise<void> }> {
  const folder = await throwawayFolder();
  const shop = new Shop({
    programs: BUILT,
    dataDir: folder.path,
    port: await freePort(),
    env: settingsForTests(),
    durable: false,
    say: logTo(log),
  });
  const opened = await shop.open().catch(async (error: unknown) => {
    await shop.stop();
    folder.remove();
    throw error;
  });
  if (!opened.postgresPid) throw new Error('The tests must not run on a database that is not their own.');
  const release = endWithUs(opened.postgresPid, folder.path);
  const close = async () => {
    await shop.stop();
    await release();
    folder.remove();
  };
  return { opened, close };
}

/** The tester's own settings stay outside; all visitors of the tests come from one address. */
function settingsForTests(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], AUTH_RATE_LIMIT_FACTOR: '1000' };
}

function logTo(path: string): (line: string) => void {
  mkdirSync('test-results', { recursive: true });
  const log = createWriteStream(path);
  return (line) => log.write(`${readableLogLine(line)}\n`);
}
