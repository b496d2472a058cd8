import { randomUUID } from 'node:crypto';
import type { CalendarDate } from '../../src/domain/calendar-date.ts';
import { featuredSeason } from '../../seasons/shelf.ts';
import type { Db } from '../../src/server/platform/db/database.ts';
import {
  letterEditions,
  mailingBatches,
  mailingFiles,
  mailingPieces,
  mailingRuns,
} from '../../src/server/fulfilment/schema.ts';
import { HARBOR_ADDRESS } from './addresses.ts';
import { addSubscriber } from './subscribers.ts';

const EDITION = 'e'.repeat(64);
const PAGES = Buffer.from('%PDF-1.7\n% two sheets of a murder\n%%EOF\n');

/** A printed batch with many attempts to mail letter 2 to one subscriber. */
export async function addPrintedBatch(
  db: Db,
  count: number,
  day: CalendarDate,
): Promise<{ runId: string; batch: number }> {
  const { subscriptionId } = await addSubscriber(db, { serviceStart: '2026-10-01' });
  const at = new Date(`${day}T12:00:00Z`);
  const [runId, batch] = [randomUUID(), 1];
  await db.insert(mailingRuns).values({
    id: runId,
    kind: 'first_letter',
    nominalOn: day,
    handOverOn: day,
    freezesAt: at,
    state: 'printed',
    frozenAt: at,
    printedAt: at,
    createdAt: at,
  });
  await db.insert(mailingBatches).values({ runId, number: batch, firstNumber: 1, lastNumber: count, printedAt: at });
  const info = { number: 2 } as unknown as typeof letterEditions.$inferInsert.info;
  await db
    .insert(letterEditions)
    .values({
      edition: EDITION,
      seasonId: featuredSeason().id,
      letter: 2,
      sheets: 2,
      info,
      files: {},
      createdAt: at,
      setAt: at,
      pages: 4,
      places: [],
      master: PAGES,
      stuffing: PAGES,
    })
    .onConflictDoNothing();
  const common = { runId, batch, letter: 2, part: 1, firstNumber: 1, lastNumber: count, pieces: count };
  await db.insert(mailingFiles).values({
    ...common,
    name: 'letter-02-master.pdf',
    kind: 'letter_master',
    edition: EDITION,
    sha256: 'a'.repeat(64),
    bytes: PAGES.length,
  });
  const rows = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    subscriptionId,
    runId,
    letter: 2,
    attempt: index + 1,
    state: 'frozen' as const,
    number: index + 1,
    nominalOn: day,
    address: HARBOR_ADDRESS,
    country: 'US',
    createdAt: at,
    updatedAt: at,
  }));
  for (let first = 0; first < rows.length; first += 1_000)
    await db.insert(mailingPieces).values(rows.slice(first, first + 1_000));
  return { runId, batch };
}
