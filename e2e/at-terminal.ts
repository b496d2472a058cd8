import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..');

/** What an operator's command says, given beside the shop of the tests. */
export async function atTerminal(...args: string[]): Promise<string> {
  const settings = JSON.parse(process.env['SERVER_SETTINGS'] ?? '{}') as NodeJS.ProcessEnv;
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/server/operator.js', ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...settings },
  });
  return stdout;
}
