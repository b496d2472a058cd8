import type { SignedIn } from '../auth/bearer.ts';
import type { OperatorAct } from './log.ts';

/** Somebody at the console. */
export function actOf({ userId, email }: Pick<SignedIn, 'userId' | 'email'>, note: string | null = null): OperatorAct {
  return { operator: email, operatorId: userId, note };
}
