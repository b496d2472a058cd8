import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { ConfigError } from './variables.ts';

/** Exists by number on every system, and is the embedded database's account beside a launcher of root's. */
const UNPRIVILEGED = 65_534;

type LeavingConfig = Pick<Config, 'runAs' | 'deployed' | 'dataDir'>;

/**
 * Gives up root's rights for good (rules/operators 34). @param code folder of the program @returns the account's
 * number, or null @throws ConfigError when the account could not read the program
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

/** Its socket lies in a folder that no other account may enter. */
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
