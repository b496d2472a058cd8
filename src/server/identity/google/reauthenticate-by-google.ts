import type { IdentityContext } from '../context.ts';
import { type Bearer, refuseOwingSecondStep, requireBearer } from '../session/bearer.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { AuthError } from '../auth-error.ts';
import { lockLinking, type FlowStateRow } from '../session/flow-states.ts';
import type { Call } from '../wire/http.ts';
import { findIdentity } from '../users/identities.ts';
import type { UserRow } from '../schema.ts';
import { beginFlow } from './begin-flow.ts';
import type { GoogleProfile } from './openid.ts';

/** GET /reauthenticate/authorize: for an account without a password. */
export async function authorizeReauthentication(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearer(ctx, call.req.header('authorization'));
  refuseOwingSecondStep(bearer);
  requireNoPassword(bearer.user);
  return call.json({ url: await beginFlow(ctx, call, bearer, { isReauthentication: true }) });
}

/** @throws AuthError reauthentication_not_valid for a Google account that is not linked to this user */
export async function requireLinkedAccount(
  ctx: IdentityContext,
  tx: Transaction,
  flow: FlowStateRow,
  { subject }: GoogleProfile,
): Promise<Bearer> {
  const active = await lockLinking(ctx, tx, flow);
  refuseOwingSecondStep(active);
  requireNoPassword(active.user);
  const identity = await findIdentity(tx, 'google', subject);
  if (identity?.userId !== active.user.id) throw notValid('That Google account is not linked to this user');
  return active;
}

function requireNoPassword({ passwordHash }: UserRow): void {
  if (passwordHash !== null) throw notValid('Reauthenticate with the current password or a nonce');
}

function notValid(message: string): AuthError {
  return new AuthError(422, 'reauthentication_not_valid', message);
}
