import { inspect } from 'node:util';

let dropped = 0;

/** Logs on standard error; lines that cannot be written are dropped and counted. */
export function logError(error: unknown): void {
  if (process.stderr.writableNeedDrain) {
    dropped += 1;
    return;
  }
  const missing = dropped;
  dropped = 0;
  const note = missing > 0 ? `${missing} errors are missing here: they could not be written.\n` : '';
  process.stderr.write(`${note}${inspect(error)}\n`, (failure) => {
    if (failure) dropped += missing + 1;
  });
}
