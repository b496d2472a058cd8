import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NO_OVERRIDES } from '../../src/domain/holidays.ts';
import { freezeRun } from '../../src/server/fulfilment/freeze.ts';
import { streamFile } from '../../src/server/fulfilment/print/files.ts';
import { listFiles, printRun } from '../../src/server/fulfilment/print/print.ts';
import { openRun } from '../../src/server/fulfilment/runs/runs.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { fulfilmentContext } from '../server/fulfilment-context.ts';
import { addSubscriber } from './subscribers.ts';

const FRIDAY = { kind: 'friday', nominalOn: '2026-11-27' } as const;
const PLANNED = new Date('2026-11-24T15:00:00Z');
const FROZEN = new Date('2026-11-25T05:00:30Z');

/** Opens the run of Friday, November 27, 2026, as the schedule does weeks ahead, for subscribers at home and abroad. */
export async function openNextRun(databaseUrl: string, count: number): Promise<void> {
  const db = openDatabase(databaseUrl, { maxConnections: 2 });
  try {
    for (let index = 0; index < count; index++) {
      await addSubscriber(db, {
        serviceStart: '2026-10-01',
        paid: 2,
        mailedOn: ['2026-10-05', '2026-10-23', '2026-11-13'],
        address:
          index % 3 === 0 ? { fullName: 'Łukasz Żółć', country: 'SG', postalCode: '018956', city: 'Singapore' } : {},
      });
    }
    await openRun(db, FRIDAY, NO_OVERRIDES, PLANNED);
  } finally {
    await db.$client.end();
  }
}

/** Freezes and prints that run. @returns the SHA-256 of every printed file, by name */
export async function printNextRun(databaseUrl: string): Promise<Record<string, string>> {
  const db = openDatabase(databaseUrl, { maxConnections: 4 });
  const ctx = fulfilmentContext(db, { now: () => FROZEN });
  try {
    const opened = await openRun(db, FRIDAY, NO_OVERRIDES, PLANNED);
    await freezeRun(ctx, opened.id, null);
    const run = await printRun(ctx, opened.id, 'clerk');
    const hashes: Record<string, string> = {};
    for (const file of await listFiles(db, run.id)) {
      const hash = createHash('sha256');
      await pipeline(
        streamFile(db, run, file),
        new Writable({ write: (chunk: Buffer, _encoding, done) => (hash.update(chunk), done()) }),
      );
      hashes[file.name] = hash.digest('hex');
    }
    return hashes;
  } finally {
    await db.$client.end();
  }
}
