import * as z from 'zod/mini';
import { isUuid } from '../../../contract/fields.ts';
import type { IdentityContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { isBanned, secondFactorOf } from './bearer.ts';
import type { Client } from '../../platform/http/client.ts';
import { AuthError, invalid } from '../auth-error.ts';
import {
  deleteFlow,
  endReplacedSession,
  findFlowByCode,
  isFlowExpired,
  lockLinking,
  type FlowStateRow,
} from './flow-states.ts';
import { readBody, type Call } from '../wire/http.ts';
import { limitCaller } from '../limits/limits.ts';
import { answersChallenge } from '../wire/pkce.ts';
import { openSession, type SignInMethod } from './open-session.ts';
import type { SessionReply } from './session-tokens.ts';
import { lockUser } from '../users/queries.ts';

const pkceGrantBody = z.object({ auth_code: z.optional(z.string()), code_verifier: z.optional(z.string()) });

export async function grantByPkce(ctx: IdentityContext, call: Call): Promise<SessionReply> {
  const { client } = call.var;
  await limitCaller(ctx, 'token', client);
  const { auth_code: code, code_verifier: verifier } = await readBody(call, pkceGrantBody);
  if (!code || !verifier) throw invalid('invalid request: both auth code and code verifier should be non-empty');
  const outcome = await ctx.db.transaction((tx) => redeemCode(ctx, tx, { code, verifier }, client));
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

/** A refusal is returned, not thrown: the code is used up all the same. */
async function redeemCode(
  ctx: IdentityContext,
  tx: Transaction,
  { code, verifier }: { code: string; verifier: string },
  client: Client,
): Promise<SessionReply | AuthError> {
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
