import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { describeUndo, undoChanges } from '../../../contract/undo.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Client } from '../../platform/http/client.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { limitCaller, resetGuesses } from '../limits/limits.ts';
import type { UserRow } from '../schema.ts';
import type { Handler } from '../serve.ts';
import { isBanned } from '../session/bearer.ts';
import { voidPending } from '../session/flow-states.ts';
import { openSession } from '../session/open-session.ts';
import { deleteAllSessions } from '../session/queries.ts';
import { PASSWORD_RESET_MS } from '../session/session-life.ts';
import { listChangesToUndo } from './changes-to-undo.ts';
import { revertChange } from './revert-change.ts';
import { deleteUnverifiedFactors } from '../users/factors.ts';
import { recomputeIdentityProviders } from '../users/identities.ts';
import { lockUser, changeUser } from '../users/queries.ts';
import { findChange, type SecurityChangeRow, markUndone } from '../users/security-changes.ts';

type Description = ReplyOf<typeof describeUndo>;

export const handleDescribeUndo: Handler<typeof describeUndo> = async ({ ctx, body, client }) => {
  const change = await requireChange(ctx, body.token, client);
  const state = stateOf(ctx, change);
  const undone = state === 'open' ? await listChangesToUndo(ctx.db, change, ctx.clock.now()) : [];
  return {
    state,
    expiresAt: change.expiresAt.toISOString(),
    changes: undone.map(({ change: { kind }, createdAt }) => ({ kind, changedAt: createdAt.toISOString() })),
  };
};

export const handleUndoChanges: Handler<typeof undoChanges> = async ({ ctx, body, client }) => {
  const { userId } = await requireChange(ctx, body.token, client);
  return await ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const change = user && (await findChange(tx, body.token));
    if (!change) throw linkNotFound();
    const state = stateOf(ctx, change);
    if (state === 'undone') return { undone: true, session: null };
    if (state === 'expired') throw linkExpired();
    return { undone: true, session: await undo(ctx, tx, user, change, client) };
  });
};

async function requireChange(ctx: IdentityContext, token: string, client: Client): Promise<SecurityChangeRow> {
  try {
    await limitCaller(ctx, 'verify', client);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    throw new ApiError(
      'rate_limited',
      'Too many links were opened from your network. Your link still works: wait five minutes, then open it again.',
    );
  }
  const change = await findChange(ctx.db, token);
  if (change === null) throw linkNotFound();
  return change;
}

function stateOf({ clock }: IdentityContext, { undoneAt, expiresAt }: SecurityChangeRow): Description['state'] {
  if (undoneAt !== null) return 'undone';
  return expiresAt <= clock.now() ? 'expired' : 'open';
}

function linkNotFound(): ApiError {
  return new ApiError('not_found', 'This link doesn’t work. Make sure you copied all of it.');
}

function linkExpired(): ApiError {
  return new ApiError(
    'link_expired',
    'This link has expired: it worked for seven days. If you didn’t make the change, contact us right away.',
  );
}

async function undo(ctx: IdentityContext, tx: Transaction, before: UserRow, change: SecurityChangeRow, client: Client) {
  const now = ctx.clock.now();
  const changes = await listChangesToUndo(tx, change, now);
  await deleteAllSessions(tx, before.id);
  await deleteUnverifiedFactors(tx, before.id);
  await voidPending(tx, before.id, now);
  let user = before;
  for (const later of changes) user = await revertChange(ctx, tx, user, later);
  await markUndone(tx, changes, now);
  await resetGuesses(ctx, tx, 'password', user.email);
  user = await changeUser(tx, user.id, { appMetadata: await recomputeIdentityProviders(tx, user) }, now);
  const detail = { undone: changes.map(({ change: { kind } }) => kind) };
  await audit(tx, { action: 'user_modified', userId: user.id, client, detail }, now);
  return canSignIn(user, change, now) ? await openRecoverySession(ctx, tx, user, client) : null;
}

function canSignIn(user: UserRow, { notifiedEmail }: SecurityChangeRow, now: Date): boolean {
  return user.email === notifiedEmail && !isBanned(user, now);
}

async function openRecoverySession(ctx: IdentityContext, tx: Transaction, { id: userId }: UserRow, client: Client) {
  const event = { action: 'login', detail: { method: 'undo' } } as const;
  const passwordResetUntil = new Date(ctx.clock.now().getTime() + PASSWORD_RESET_MS);
  const opening = { userId, method: 'otp', client, event, passwordResetUntil } as const;
  const { accessToken, refreshToken } = await openSession(ctx, tx, opening);
  return { access_token: accessToken, refresh_token: refreshToken };
}
