import { execFile } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const ENDS_WITHIN_MS = 60_000;

/** Runs one of our programs from its source until it ends. `settings` is its whole environment, but for PATH. */
export function runProgram(program: string, args: readonly string[], settings: Readonly<Record<string, string>>) {
  const command = ['--import', 'tsx', program, ...args];
  const options = { cwd: ROOT, env: { PATH: process.env['PATH'], ...settings }, timeout: ENDS_WITHIN_MS };
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, command, options, (error, out, err) => resolve({ code: error?.code ?? 0, out, err }));
  });
}
