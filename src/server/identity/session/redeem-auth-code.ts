import { createHash, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../../contract/fields.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Client } from '../../platform/http/client.ts';
import { AuthError } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { isBanned, secondFactorOf } from './bearer.ts';
import {
  findFlowByCode,
  deleteFlow,
  isFlowExpired,
  type FlowStateRow,
  lockLinking,
  endReplacedSession,
} from './flow-states.ts';
import { type SignInMethod, openSession } from './open-session.ts';
import type { SessionTokens } from './session-tokens.ts';
import { lockUser } from '../users/queries.ts';

interface AuthCode {
  readonly code: string;
  /** The secret that only the browser that began the flow knows. */
  readonly verifier: string;
}

export async function redeemAuthCode(ctx: IdentityContext, code: AuthCode, client: Client): Promise<SessionTokens> {
  const outcome = await ctx.db.transaction((tx) => redeemCode(ctx, tx, code, client));
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

/** A refusal is returned, not thrown, so that the transaction commits the use of the code. */
async function redeemCode(
  ctx: IdentityContext,
  tx: Transaction,
  { code, verifier }: AuthCode,
  client: Client,
): Promise<SessionTokens | AuthError> {
  const found = isUuid(code) ? await findFlowByCode(tx, code) : null;
  const user = found?.userId ? await lockUser(tx, found.userId) : null;
  const flow = user && (await findFlowByCode(tx, code));
  if (!user || !flow?.codeChallenge) {
    return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  }
  await deleteFlow(tx, flow.id);
  const now = ctx.clock.now();
  if (isFlowExpired(flow, now))
    return new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
  if (!answersChallenge(verifier, flow.codeChallenge)) {
    return new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
  }
  if (isBanned(user, now)) return new AuthError(400, 'user_banned', 'User is banned');
  const linking = await linkedProofs(ctx, tx, flow);
  if (linking instanceof AuthError) return linking;
  const method = (flow.method ?? 'otp') as SignInMethod;
  const event = { action: 'login', detail: { method } } as const;
  const { passwordResetUntil } = flow;
  return await openSession(ctx, tx, { userId: user.id, method, client, event, passwordResetUntil, ...linking });
}

async function linkedProofs(ctx: IdentityContext, tx: Transaction, flow: FlowStateRow) {
  if (flow.linkingUserId === null) return {};
  try {
    const active = await lockLinking(ctx, tx, flow);
    await endReplacedSession(tx, flow);
    const secondFactor = secondFactorOf(active);
    return flow.isReauthentication
      ? { secondFactor }
      : { secondFactor, reauthenticatedAt: active.session.reauthenticatedAt };
  } catch (error) {
    if (error instanceof AuthError) return error;
    throw error;
  }
}

function answersChallenge(codeVerifier: string, codeChallenge: string): boolean {
  const answer = Buffer.from(createHash('sha256').update(codeVerifier).digest('base64url'));
  const expected = Buffer.from(codeChallenge.replace(/=+$/, ''));
  return answer.length === expected.length && timingSafeEqual(answer, expected);
}
