import { randomUUID } from 'node:crypto';
import type { LogKind } from '../../contract/operator/log-kinds.ts';
import type { Db } from './db/database.ts';
import { operatorLog } from './schema.ts';

export interface OperatorAct {
  readonly operator: string;
  readonly operatorId?: string | null;
  readonly note: string | null;
}

interface Entry extends OperatorAct {
  readonly action: LogKind;
  readonly subject?: string | null;
  readonly subscriptionId: string | null;
  readonly detail: Record<string, unknown>;
}

export async function writeOperatorLog(db: Db, entry: Entry, now: Date): Promise<void> {
  const { operator, operatorId = null, action, subject = null, subscriptionId, note, detail } = entry;
  const what = { action, subject, subscriptionId, detail: { ...detail, note } };
  await db.insert(operatorLog).values({ id: randomUUID(), operator, operatorId, ...what, createdAt: now });
}
