import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asksForHelp } from '../src/server/platform/config/asks-for-help.ts';
import { existingDataFolder } from './data-folder.ts';
import { SHOP_NOT_UP } from './exit-codes.ts';
import { readIfPresent } from './stored-text.ts';
import { SETTINGS_FILE } from './shop.ts';

/** Paths of the source programs, relative to this file. */
const SOURCES: Readonly<Record<string, string>> = {
  operator: '../src/server/terminal.ts',
  'payments-setup': '../src/server/commerce/payments-setup.ts',
  seed: '../test/load/seed/main.ts',
};

const AGAIN_AFTER_MS = 1_000;
const WAITS_MS = 120_000;

/** Runs an operator's program with the settings of the shop that `npm start` runs here, unless DATABASE_URL is set. */
const [program = '', ...args] = process.argv.slice(2);
const until = Date.now() + WAITS_MS;
let code = await run();
while (code === SHOP_NOT_UP && Date.now() < until) {
  await sleep(AGAIN_AFTER_MS);
  code = await run();
}
process.exitCode = code;

/** Reads the settings anew each time, since a shop that starts writes them. @returns the exit code */
async function run(): Promise<number> {
  const isNamed = Boolean(process.env['DATABASE_URL'] || process.env['DATABASE_URL_FILE']);
  const dataDir = isNamed ? null : existingDataFolder(process.env['DATA_DIR'] || '.data');
  const stored = dataDir === null ? undefined : readIfPresent(join(dataDir, SETTINGS_FILE));
  if (program === 'seed' && !isNamed && stored === undefined && !asksForHelp(args)) {
    console.error('There is no shop here yet: run `npm start` first, and then `npm run seed` beside it.');
    return 1;
  }
  const settings = { ...storedSettings(stored ?? '{}'), ...process.env };
  const child = spawn(process.execPath, [...commandOf(program), ...args], { stdio: 'inherit', env: settings });
  const [exit] = (await once(child, 'exit')) as [number | null];
  return exit ?? 1;
}

/** From the sources when this file is one, otherwise from the build. */
function commandOf(name: string): string[] {
  const source = join(import.meta.dirname, SOURCES[name] ?? '');
  if (import.meta.filename.endsWith('.ts')) return ['--import', 'tsx', source];
  return [join(import.meta.dirname, '../server', `${name}.js`)];
}

/** Real Stripe keys don't fit the sandbox's URL. */
function storedSettings(json: string): NodeJS.ProcessEnv {
  const all = Object.entries(JSON.parse(json) as Record<string, string>);
  const hasAccount = Boolean(process.env['STRIPE_SECRET_KEY']);
  return Object.fromEntries(all.filter(([name]) => !(hasAccount && name.startsWith('STRIPE_'))));
}
