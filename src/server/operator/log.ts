import { randomUUID } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { operatorLog } from '../db/billing-schema.ts';

/** Who does something to somebody's subscription, and why. */
export interface OperatorAct {
  readonly operator: string;
  readonly note: string | null;
}

interface Entry extends OperatorAct {
  readonly action: string;
  readonly subscriptionId: string | null;
  readonly detail: Record<string, unknown>;
}

/** Writes down what an operator did, in the transaction in which it is done. */
export async function writeOperatorLog(db: Db, entry: Entry, now: Date): Promise<void> {
  const { operator, action, subscriptionId, note, detail } = entry;
  await db
    .insert(operatorLog)
    .values({ id: randomUUID(), operator, action, subscriptionId, detail: { ...detail, note }, createdAt: now });
}
