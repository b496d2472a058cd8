import { statfsSync } from 'node:fs';

/** PostgreSQL's log grows by files of this size. */
const LOG_FILE_BYTES = 16 * 1024 * 1024;

/** A sentence about a full disk; undefined for other errors. */
export function diskSentence(error: unknown): string | undefined {
  const isFull = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  return isFull ? `There is no room left on the disk of the data folder (${error.message}).` : undefined;
}

/** Whether the disk is too full for a database to start, or even to report it. */
export function hasNoRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LOG_FILE_BYTES;
}
