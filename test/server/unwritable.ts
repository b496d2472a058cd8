import { openSync } from 'node:fs';

/** A file descriptor to which nothing can be written: of a full disk, or where there is none, of a file open for reading. */
export function openUnwritable(): number {
  return process.platform === 'linux' ? openSync('/dev/full', 'w') : openSync('/dev/null', 'r');
}
