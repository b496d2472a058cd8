import { statfsSync } from 'node:fs';

/** PostgreSQL's log grows by files of this size. */
const LOG_FILE_BYTES = 16 * 1024 * 1024;

/** For an error of a full disk; undefined for others. */
export function diskSentence(error: unknown): string | undefined {
  const isFull = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  return isFull ? `There is no room left on the disk of the data folder (${error.message}).` : undefined;
}

/** Whether a database can hardly start here: a full disk has no room for PostgreSQL's own words either. */
export function hasNoRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LOG_FILE_BYTES;
}
