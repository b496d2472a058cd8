import { randomUUID } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { operatorLog } from './schema.ts';

/** Who does something, and why. */
export interface OperatorAct {
  readonly operator: string;
  /** Their account; absent at a terminal. */
  readonly operatorId?: string | null;
  readonly note: string | null;
}

interface Entry extends OperatorAct {
  readonly action: string;
  /** What it is done to, when that is no subscription: 'run:…', 'mail:…'. */
  readonly subject?: string | null;
  readonly subscriptionId: string | null;
  /** Never a secret: it is kept for good, and shown. */
  readonly detail: Record<string, unknown>;
}

/** Writes down what an operator did, in the transaction in which it is done. */
export async function writeOperatorLog(db: Db, entry: Entry, now: Date): Promise<void> {
  const { operator, operatorId = null, action, subject = null, subscriptionId, note, detail } = entry;
  const what = { action, subject, subscriptionId, detail: { ...detail, note } };
  await db.insert(operatorLog).values({ id: randomUUID(), operator, operatorId, ...what, createdAt: now });
}
