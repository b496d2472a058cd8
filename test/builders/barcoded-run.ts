import { randomUUID } from 'node:crypto';
import { addDays, type CalendarDate } from '../../src/domain/calendar-date.ts';
import type { Db } from '../../src/server/platform/db/database.ts';
import { mailingBatches, mailingPieces, mailingRuns } from '../../src/server/fulfilment/schema.ts';
import type { FrozenAddress } from '../../src/server/customers/schema.ts';
import { HARBOR_ADDRESS } from './addresses.ts';

export const MAILER_ID = '901234567';
const SERVICE = '00310';
const WINDOW_DAYS = 5;

export interface BarcodedPiece {
  readonly id: string;
  readonly subscriptionId: string;
  /** With the ZIP code, as a machine reads it. */
  readonly imb: string;
}

interface BarcodedRun {
  readonly handedOverOn: CalendarDate;
  readonly firstSerial: number;
  /** One per piece. The subscriptions needn't exist. */
  readonly subscriptionIds: readonly string[];
  readonly letter?: number;
  readonly kind?: 'first_letter' | 'friday';
  readonly address?: FrozenAddress;
}

/** A run whose letters have barcodes and were handed over on that day. */
export async function addBarcodedRun(db: Db, run: BarcodedRun): Promise<readonly BarcodedPiece[]> {
  const {
    handedOverOn,
    firstSerial,
    subscriptionIds,
    letter = 2,
    kind = 'first_letter',
    address = HARBOR_ADDRESS,
  } = run;
  const at = new Date(`${handedOverOn}T12:00:00Z`);
  const runId = randomUUID();
  await db.insert(mailingRuns).values({
    id: runId,
    kind,
    nominalOn: handedOverOn,
    handOverOn: handedOverOn,
    freezesAt: at,
    state: 'handed_over',
    finalCounts: { handed_over: subscriptionIds.length },
    createdAt: at,
  });
  await db.insert(mailingBatches).values({
    runId,
    number: 1,
    firstNumber: 1,
    lastNumber: subscriptionIds.length,
    printedAt: at,
    handedOverAt: at,
    mailerId: MAILER_ID,
    serviceType: SERVICE.slice(2),
    firstSerial,
  });
  const rows = subscriptionIds.map((subscriptionId, index) => ({
    id: randomUUID(),
    subscriptionId,
    runId,
    letter,
    attempt: 1,
    state: 'handed_over' as const,
    number: index + 1,
    nominalOn: handedOverOn,
    handedOverOn,
    arrivesFrom: addDays(handedOverOn, 2),
    arrivesBy: addDays(handedOverOn, WINDOW_DAYS),
    address,
    country: address.country,
    createdAt: at,
    updatedAt: at,
  }));
  for (let first = 0; first < rows.length; first += 2_000) {
    await db.insert(mailingPieces).values(rows.slice(first, first + 2_000));
  }
  return rows.map(({ id, subscriptionId }, index) => ({ id, subscriptionId, imb: imbOf(firstSerial + index) }));
}

export function imbOf(serial: number, mailerId = MAILER_ID): string {
  return `${SERVICE}${mailerId}${String(serial).padStart(15 - mailerId.length, '0')}04614`;
}
