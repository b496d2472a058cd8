import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolder } from '../../launch/data-folder.ts';
import { hasEnded } from '../../launch/processes.mjs';

export type ThrowawayFolder = Awaited<ReturnType<typeof throwawayFolder>>;

/** An empty data folder of its own for a run of tests. */
export async function throwawayFolder(place = tmpdir()) {
  const path = dataFolder(await mkdtemp(join(place, 'dead-letter-club-')));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * Ends a PostgreSQL and removes its folder if this process is killed. After `npm start`, the next start finds the database, but a
 * later test run wouldn't. Call the result after a normal end.
 */
export function endWithUs(postgresPid: number, folder: string): () => Promise<void> {
  const script = 'read -r _; kill -INT "$1" && while kill -0 "$1"; do sleep 0.1; done; rm -rf -- "$2"';
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(postgresPid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  return async () => {
    guard.kill('SIGKILL');
    if (guard.pid) await hasEnded(guard.pid, 1_000);
  };
}
