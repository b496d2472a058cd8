import { createWriteStream, mkdirSync } from 'node:fs';
import { readableLogLine } from '../launch/log-line.ts';
import { freePort } from '../launch/ports.ts';
import { prepare } from '../launch/prepare.mjs';
import { BUILT, Shop } from '../launch/shop.ts';
import { endWithUs, throwawayFolder } from '../test/server/throwaway.ts';
import { SHARED_LOG } from './shops.ts';

/**
 * Opens a whole shop as `npm start` does, on free ports and data of its own, and tells the tests where it is: SERVER_SETTINGS, of
 * which some have a variable of their own. With PAGES a second one, CRAWLED_SETTINGS, where every button is pressed and no other
 * test looks. What their parts print is in test-results.
 */
export default async function openShopsForTests(): Promise<() => Promise<void>> {
  await prepare({ build: true });
  const opened = await Promise.allSettled([
    openShop(SHARED_LOG),
    process.env['PAGES'] ? openShop('test-results/crawled-shop.log') : null,
  ]);
  const close = async () => {
    await Promise.all(
      opened.map(async (shop) => (shop.status === 'fulfilled' ? await shop.value?.close() : undefined)),
    );
  };
  const failed = opened.find(({ status }) => status === 'rejected');
  if (failed) {
    await close();
    throw (failed as PromiseRejectedResult).reason;
  }
  const [shared, crawled] = opened.map((shop) => (shop.status === 'fulfilled' ? shop.value : null));
  if (!shared) throw new Error('The shop did not open.');
  const { SITE_URL, STRIPE_API_BASE, MAILBOX_URL, DATABASE_URL } = shared.settings;
  Object.assign(process.env, {
    BASE_URL: SITE_URL,
    SANDBOX_URL: STRIPE_API_BASE,
    MAILBOX_URL,
    DATABASE_URL,
    SERVER_SETTINGS: JSON.stringify(shared.settings),
    ...(crawled && { CRAWLED_SETTINGS: JSON.stringify(crawled.settings) }),
  });
  return close;
}

/** Its database is deleted when the returned function is called, or when this process ends. */
async function openShop(logPath: string) {
  mkdirSync('test-results', { recursive: true });
  const log = createWriteStream(logPath);
  const folder = await throwawayFolder();
  const shop = new Shop({
    programs: BUILT,
    dataDir: folder.path,
    port: await freePort(),
    // The tester's own settings stay outside; all visitors of the tests come from one address.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], AUTH_RATE_LIMIT_FACTOR: '1000' },
    durable: false,
    say: (line) => log.write(`${readableLogLine(line)}\n`),
  });
  const close = async () => {
    await shop.stop();
    folder.remove();
  };
  try {
    const { settings, postgresPid } = await shop.open();
    if (!postgresPid) throw new Error('The tests must not run on a database that is not their own.');
    const release = endWithUs(postgresPid, folder.path);
    return { settings, close: () => close().then(release) };
  } catch (error) {
    await close();
    throw error;
  }
}
