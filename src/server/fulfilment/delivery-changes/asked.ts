import type { LogKind } from '../../../contract/operator/log-kinds.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { type OperatorAct, writeOperatorLog } from '../../platform/operator-log.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** A change of a subscription's delivery, which its owner or an operator requested. */
export interface Asked {
  readonly ctx: CommerceContext;
  readonly user: { readonly userId: string };
  readonly params: { readonly id: string };
  /** Missing if the owner requested it. */
  readonly act?: OperatorAct;
}

export async function logAct(
  { ctx, params, act }: Asked,
  tx: Transaction,
  action: LogKind,
  detail: Record<string, unknown>,
): Promise<void> {
  if (act === undefined) return;
  await writeOperatorLog(tx, { ...act, action, subscriptionId: params.id, detail }, ctx.clock.now());
}
