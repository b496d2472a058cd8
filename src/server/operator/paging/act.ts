import type { SignedIn } from '../../identity/session/bearer.ts';
import type { OperatorAct } from '../../platform/audit-log/operator-log.ts';

/** Somebody at the console. */
export function actOf({ userId, email }: Pick<SignedIn, 'userId' | 'email'>, note: string | null = null): OperatorAct {
  return { operator: email, operatorId: userId, note };
}
