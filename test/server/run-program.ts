import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const ENDS_WITHIN_MS = 60_000;

/** Runs one of our programs from its source until it ends. `settings` is its whole environment, but for PATH. */
export async function runProgram(
  program: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<{ code: number; out: string; err: string }> {
  const command = ['--import', 'tsx', program, ...args];
  const env = { PATH: process.env['PATH'], ...settings };
  try {
    const options = { cwd: ROOT, env, timeout: ENDS_WITHIN_MS };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, command, options);
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}
