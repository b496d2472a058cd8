import { isUuid } from '../../../contract/fields.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Client } from '../../platform/http/client.ts';
import { AuthError, type AuthErrorCode } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { requestConfirmation } from '../emails/link-emails.ts';
import { askOwner } from './adoption.ts';
import { linkIdentity } from './linking.ts';
import { readAnswer, type GoogleProfile } from './openid.ts';
import { requireLinkedAccount } from './reauthenticate-by-google.ts';
import { findOrOpenAccount } from './sign-in.ts';
import { isEmailAllowed } from '../limits/email-limits.ts';
import type { UserRow, TokenPayload } from '../schema.ts';
import { refuseOwingSecondStep, secondFactorOf } from '../session/bearer.ts';
import {
  type FlowStateRow,
  markFlowUsed,
  isFlowExpired,
  findFlow,
  lockLinking,
  issueAuthCode,
  endReplacedSession,
} from '../session/flow-states.ts';
import { type Opening, openSession } from '../session/open-session.ts';
import type { SessionTokens } from '../session/session-tokens.ts';
import { findToken, CONTESTED } from '../users/one-time-tokens.ts';
import { lockUser } from '../users/queries.ts';

export type TakenFlow = { flow: FlowStateRow } | { refusal: AuthError; over?: FlowStateRow | null };

/** The flow can't be used again, even if the sign-in fails. */
export async function takeFlow(ctx: IdentityContext, state: string): Promise<TakenFlow> {
  const now = ctx.clock.now();
  const flow = isUuid(state) ? await markFlowUsed(ctx.db, state, now) : null;
  if (flow && !isFlowExpired(flow, now)) return { flow };
  if (flow) return refused('bad_oauth_state', 'OAuth state has expired', flow);
  const used = isUuid(state) ? await findFlow(ctx.db, state) : null;
  return used
    ? refused('flow_state_already_used', 'OAuth state has already been used', used)
    : refused('bad_oauth_state', 'OAuth callback with invalid state');
}

export function refused(code: AuthErrorCode, message: string, over: FlowStateRow | null = null): TakenFlow {
  return { refusal: new AuthError(400, code, message), over };
}

/** `target`: the page to which the browser is redirected. */
export async function completeFlow(
  ctx: IdentityContext,
  flow: FlowStateRow,
  answer: Record<string, string>,
  target: string,
  client: Client,
): Promise<Completed> {
  const profile = await exchange(ctx, flow, answer);
  const completion = { flow, profile, target, client };
  if (flow.isReauthentication) return await reauthenticateBy(ctx, completion);
  return flow.linkingUserId === null ? await signInWith(ctx, completion) : await link(ctx, completion);
}

export type Completed = { readonly code: string } | { readonly session: SessionTokens };

async function exchange(ctx: IdentityContext, flow: FlowStateRow, answer: Record<string, string>) {
  try {
    const question = { state: flow.id, nonce: flow.nonce ?? '', codeVerifier: flow.providerCodeVerifier ?? '' };
    return await readAnswer(ctx.config, question, answer);
  } catch (error) {
    ctx.log.warn({ error: error instanceof Error ? error.message : 'unknown' }, 'Google’s answer was not accepted');
    throw new AuthError(500, 'unexpected_failure', 'Unable to exchange external code');
  }
}

interface Completion {
  readonly flow: FlowStateRow;
  readonly profile: GoogleProfile;
  readonly target: string;
  readonly client: Client;
}

async function signInWith(ctx: IdentityContext, completion: Completion): Promise<Completed> {
  const { profile, client } = completion;
  const outcome = await ctx.db.transaction(async (tx) => {
    const { user, isConfirmed, owner } = await findOrOpenAccount(ctx, tx, profile, client);
    return isConfirmed && user
      ? { completed: await completeSignIn(ctx, tx, completion, { user, secondFactor: null }) }
      : { unconfirmed: user, owner };
  });
  if ('completed' in outcome) return outcome.completed;
  if (outcome.owner) await askOwner(ctx, outcome.owner, profile, completion.target, client);
  if (outcome.unconfirmed) await askToConfirm(ctx, outcome.unconfirmed, completion);
  throw new AuthError(
    422,
    'provider_email_needs_verification',
    'Unverified email with google. A confirmation email has been sent to your google email',
  );
}

async function askToConfirm(ctx: IdentityContext, user: UserRow, { profile, target, client }: Completion) {
  if (!(await isEmailAllowed(ctx, 'signup', user.email, client))) return;
  await ctx.db.transaction(async (tx) => {
    if ((await lockUser(tx, user.id)) === null) return;
    const payload = await confirmationPayload(tx, user, profile.subject);
    const request = { userId: user.id, email: user.email, payload, redirectTo: target };
    await requestConfirmation(ctx, tx, request, client);
  });
}

async function confirmationPayload(tx: Transaction, { id }: UserRow, googleSubject: string): Promise<TokenPayload> {
  const pending = await findToken(tx, id, 'signup');
  if (pending?.payload.contested === true) return CONTESTED;
  return pending === null || pending.payload.googleSubject === googleSubject ? { googleSubject } : {};
}

/**
 * Linking opens a new session, since an access token alone must not return its session's refresh token (decision 025).
 */
async function link(ctx: IdentityContext, completion: Completion): Promise<Completed> {
  const { flow, profile, client } = completion;
  return await ctx.db.transaction(async (tx) => {
    const active = await lockLinking(ctx, tx, flow);
    refuseOwingSecondStep(active);
    const user = await linkIdentity(ctx, tx, active.user, profile, client);
    const { reauthenticatedAt } = active.session;
    return await completeSignIn(ctx, tx, completion, { user, secondFactor: secondFactorOf(active), reauthenticatedAt });
  });
}

async function reauthenticateBy(ctx: IdentityContext, completion: Completion): Promise<Completed> {
  return await ctx.db.transaction(async (tx) => {
    const active = await requireLinkedAccount(ctx, tx, completion.flow, completion.profile);
    return await completeSignIn(ctx, tx, completion, { user: active.user, secondFactor: secondFactorOf(active) });
  });
}

type SignIn = { readonly user: UserRow } & Pick<Opening, 'secondFactor' | 'reauthenticatedAt'>;

async function completeSignIn(
  ctx: IdentityContext,
  tx: Transaction,
  { flow: { codeChallenge, ...begun }, client }: Completion,
  { user, ...proofs }: SignIn,
): Promise<Completed> {
  if (codeChallenge !== null) {
    const { linkingUserId, linkingSessionId, linkingAal, isReauthentication } = begun;
    const linking = { linkingUserId, linkingSessionId, linkingAal, isReauthentication };
    const flow = { userId: user.id, codeChallenge, method: 'oauth', ...linking } as const;
    return { code: await issueAuthCode(tx, flow, ctx.clock.now()) };
  }
  await endReplacedSession(tx, begun);
  const event = { action: 'login', detail: { method: 'google' } } as const;
  const opening = { userId: user.id, method: 'oauth', client, event, ...proofs } as const;
  return { session: await openSession(ctx, tx, opening) };
}
