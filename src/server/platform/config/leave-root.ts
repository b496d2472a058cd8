import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { ConfigError } from './variables.ts';

/**
 * The number of `nobody`, which needs no entry in the system. The embedded database uses it if root starts the server.
 */
const UNPRIVILEGED = 65_534;

type LeavingConfig = Pick<Config, 'runAs' | 'deployed' | 'dataDir'>;

/**
 * Gives up root's rights permanently (rules/operators 34).
 * @param code the program's folder
 * @returns the account's number, or null
 * @throws ConfigError if that account couldn't read the program
 */
export function leaveRoot(config: LeavingConfig, code = import.meta.dirname): number | null {
  const { setgroups, setgid, setuid } = process;
  if (process.getuid?.() !== 0 || !setgroups || !setgid || !setuid) return null;
  if (config.runAs === null && !config.deployed) return null;
  const { uid, gid } = config.runAs ?? databaseAccount(config.dataDir);
  if (uid === 0) return null;
  setgroups([gid]);
  setgid(gid);
  setuid(uid);
  requireReadable(code, uid);
  return uid;
}

/** The account that can enter the folder of the database's socket. */
function databaseAccount(dataDir: string): { readonly uid: number; readonly gid: number } {
  const owner = statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? owner : { uid: UNPRIVILEGED, gid: UNPRIVILEGED };
}

function requireReadable(code: string, uid: number): void {
  try {
    accessSync(code, constants.R_OK | constants.X_OK);
  } catch {
    throw new ConfigError(
      `Started as root, the server goes on as account ${uid}, which cannot read ${code}: let it, or name another account with RUN_AS_USER (0 stays root).`,
    );
  }
}
