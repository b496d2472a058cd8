import { NO_OVERRIDES } from '../src/domain/holidays.ts';
import { freezeRun } from '../src/server/fulfilment/freeze/freeze.ts';
import { recordFileHashes } from '../src/server/fulfilment/print/files.ts';
import { listFiles, printRun } from '../src/server/fulfilment/print/print.ts';
import { openRun } from '../src/server/fulfilment/runs/runs.ts';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { addManyWithinSeason } from '../test/load/many-subscribers.ts';
import { fulfilmentContext } from '../test/server/fulfilment-context.ts';
import { scratchDatabase } from './scratch-database.ts';

const NOW = new Date('2026-10-07T12:00:00Z');

export interface MixedRun {
  /** Prints the batch and makes each of its files once: letters, stuffing sheets, envelopes, labels, lists. */
  print(): Promise<void>;
  /** The letters among the files. */
  letters(): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** A frozen run of `count` subscribers who are at letters 2 to 24. */
export async function openMixedRun(count: number): Promise<MixedRun> {
  const database = await scratchDatabase();
  const db = openDatabase(database.url, { maxConnections: 4 });
  await addManyWithinSeason(db.$client, { first: 1, last: count });
  const ctx = fulfilmentContext(db, { now: () => NOW });
  const { id: runId } = await openRun(db, { kind: 'friday', nominalOn: '2026-10-09' }, NO_OVERRIDES, NOW);
  await freezeRun(ctx, runId, null);
  return {
    async print() {
      await printRun(ctx, runId, null);
      await recordFileHashes(ctx, { runId, batch: 1 });
    },
    async letters() {
      const files = await listFiles(db, runId);
      return files.flatMap(({ kind, letter, sha256 }) =>
        kind === 'letter_master' && letter !== null && sha256 !== null ? [letter] : [],
      );
    },
    async close() {
      await db.$client.end();
      await database.stop();
    },
  };
}
