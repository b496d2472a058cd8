import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../launch/ports.ts';
import { prepare } from '../../launch/prepare.mjs';
import { payerAt } from '../clients/payer.ts';

const OPEN_WITHIN_MS = 90_000;

export type StartedShop = Awaited<ReturnType<typeof startShopProcess>>;

/** A shop as `npm start` opens it, built, with everything embedded. Resolves with the greeting. */
export async function startShopProcess(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  program = process.execPath,
) {
  await prepare({ build: true });
  const port = Number(settings['PORT'] ?? (await freePort()));
  const launcher = spawn(program, ['launch/start.mjs'], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      AUTH_RATE_LIMIT_FACTOR: '1000000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [launcher.stdout, launcher.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  for (const deadline = performance.now() + OPEN_WITHIN_MS; !output.includes('Ctrl-C stops it'); await sleep(50)) {
    if (launcher.exitCode === null && performance.now() < deadline) continue;
    launcher.kill('SIGKILL');
    throw new Error(`The shop did not open: ${output}`);
  }
  const stored = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as Record<string, string>;
  const host = settings['HOST']?.includes(':') ? `[${settings['HOST']}]` : (settings['HOST'] ?? '127.0.0.1');
  return {
    process: launcher,
    port,
    siteUrl: `http://${host}:${port}`,
    payer: payerAt(stored['STRIPE_API_BASE'] ?? ''),
    databaseUrl: stored['DATABASE_URL'] ?? '',
    mailboxUrl: stored['MAILBOX_URL'] ?? '',
    stripeUrl: stored['STRIPE_API_BASE'] ?? '',
    /** Everything it has printed so far. */
    output: () => output,
    postgresPid: () => Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
  };
}
