import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { prepare } from '../../launch/prepare.mjs';

const ROOT = join(import.meta.dirname, '../..');
const ENDS_WITHIN_MS = 60_000;

/** Runs a built server program, or a source in `launch`, until it ends. `settings` is its environment except PATH. */
export async function runProgram(program: string, args: readonly string[], settings: Readonly<Record<string, string>>) {
  const isBuilt = program.startsWith('dist/');
  if (isBuilt) await prepare({ build: true });
  const command = [...(isBuilt ? [] : ['--import', 'tsx']), program, ...args];
  const options = { cwd: ROOT, env: { PATH: process.env['PATH'], ...settings }, timeout: ENDS_WITHIN_MS };
  return await new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, command, options, (error, out, err) => resolve({ code: error?.code ?? 0, out, err }));
  });
}
