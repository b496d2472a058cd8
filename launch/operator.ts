import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { existingDataFolder } from './data-folder.ts';
import { readIfPresent } from './stored-text.ts';
import { SETTINGS_FILE } from './shop.ts';

/** Beside this one, as it is written and as it is built. */
const SOURCES: Readonly<Record<string, string>> = {
  operator: '../src/server/terminal.ts',
  'payments-setup': '../src/server/commerce/payments-setup.ts',
  seed: '../test/load/seed/main.ts',
};

/** Runs an operator's program with the settings of the shop that `npm start` runs here, unless DATABASE_URL is set. */
const [program = '', ...args] = process.argv.slice(2);
const isNamed = Boolean(process.env['DATABASE_URL'] || process.env['DATABASE_URL_FILE']);
const dataDir = isNamed ? null : existingDataFolder(process.env['DATA_DIR'] || '.data');
const stored = dataDir === null ? undefined : readIfPresent(join(dataDir, SETTINGS_FILE));
const settings = { ...storedSettings(stored ?? '{}'), ...process.env };
const child = spawn(process.execPath, [...commandOf(program), ...args], { stdio: 'inherit', env: settings });
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;

/** From the sources when this file is one, otherwise from the build. */
function commandOf(name: string): string[] {
  const source = join(import.meta.dirname, SOURCES[name] ?? '');
  if (import.meta.filename.endsWith('.ts')) return ['--import', 'tsx', source];
  return [join(import.meta.dirname, '../server', `${name}.js`)];
}

/** Own Stripe keys do not go with the sandbox's address. */
function storedSettings(json: string): NodeJS.ProcessEnv {
  const all = Object.entries(JSON.parse(json) as Record<string, string>);
  const hasAccount = Boolean(process.env['STRIPE_SECRET_KEY']);
  return Object.fromEntries(all.filter(([name]) => !(hasAccount && name.startsWith('STRIPE_'))));
}
