import { createWriteStream, mkdirSync } from 'node:fs';
import { readableLogLine } from '../launch/log-line.ts';
import { freePort } from '../launch/ports.ts';
import { prepare } from '../launch/prepare.mjs';
import { BUILT, Shop, type Opened } from '../launch/shop.ts';
import { endWithUs, throwawayFolder, type ThrowawayFolder } from '../test/throwaway.ts';

/**
 * Opens a whole shop as `npm start` does, on free ports and data of its own, and tells the tests where it is: BASE_URL,
 * SANDBOX_URL, MAILBOX_URL, DATABASE_URL and, for servers beside it, SERVER_SETTINGS. What its parts say is kept in test-results/shop.log.
 */
export default async function openShopForTests(): Promise<() => Promise<void>> {
  await prepare({ build: true });
  const folder = await throwawayFolder();
  const shop = new Shop({
    programs: BUILT,
    dataDir: folder.path,
    port: await freePort(),
    env: settingsForTests(),
    durable: false,
    say: logTo('test-results/shop.log'),
  });
  const opened = await openOrTidyUp(shop, folder);
  if (!opened.postgresPid) throw new Error('The tests must not run on a database that is not their own.');
  const release = endWithUs(opened.postgresPid, folder.path);
  tellTests(opened);
  return async () => {
    await shop.stop();
    await release();
    folder.remove();
  };
}

async function openOrTidyUp(shop: Shop, folder: ThrowawayFolder): Promise<Opened> {
  try {
    return await shop.open();
  } catch (error) {
    await shop.stop();
    folder.remove();
    throw error;
  }
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

function tellTests({ server, settings }: Opened): void {
  process.env['BASE_URL'] = server.url;
  process.env['SANDBOX_URL'] = settings['STRIPE_API_BASE'];
  process.env['MAILBOX_URL'] = settings['MAILBOX_URL'];
  process.env['DATABASE_URL'] = settings['DATABASE_URL'];
  process.env['SERVER_SETTINGS'] = JSON.stringify(settings);
}
