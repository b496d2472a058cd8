import type { Hono } from 'hono';
import type { Endpoint, ReplyOf } from '../../contract/endpoint.ts';
import { ApiError } from '../platform/api-error.ts';
import type { AppEnv, Call } from '../platform/http/call.ts';
import { parseWith, readJson } from '../platform/http/read-body.ts';
import type { Answer } from '../platform/http/answer-error.ts';
import { clientOf, type Incoming } from '../platform/http/client.ts';
import type { IdentityContext } from './context.ts';
import { requireEnrolledOperator, requireOperator } from './operators/roles.ts';
import { authenticate, isSignedOut, type SignedIn } from './session/bearer.ts';
import { AuthError } from './auth-error.ts';

export interface SignedInCall<E extends Endpoint, Ctx = IdentityContext> extends Call<E, Ctx> {
  readonly user: SignedIn;
}

export type Handler<E extends Endpoint, Ctx = IdentityContext> = (
  call: E['access'] extends 'public' ? Call<E, Ctx> : SignedInCall<E, Ctx>,
) => Promise<ReplyOf<E>>;

export function serve<E extends Endpoint, Ctx extends IdentityContext>(
  app: Hono<AppEnv>,
  ctx: Ctx,
  endpoint: E,
  handler: Handler<E, Ctx>,
): void {
  const { access } = endpoint;
  const reply = handler as (call: object) => ReturnType<typeof handler>;
  app.on(endpoint.method, endpoint.path, async (c) => {
    const call = {
      ctx,
      user: access === 'public' ? undefined : await signedIn(ctx, c, endpoint),
      client: clientOf(ctx.config, c),
      params: endpoint.params ? parseWith(endpoint.params, c.req.param()) : undefined,
      query: endpoint.query ? parseWith(endpoint.query, c.req.query()) : undefined,
      body: endpoint.body ? parseWith(endpoint.body, await readJson(c.req.raw)) : undefined,
    };
    return c.json(await reply(call), 200, PRIVATE);
  });
}

const PRIVATE = { 'Cache-Control': 'private, no-store' } as const;

/** Checks authentication before the body, so that strangers learn nothing about the body's fields. */
function signedIn(
  ctx: IdentityContext,
  { req }: Incoming,
  { access, roles, whenSignedOut }: Endpoint,
): Promise<SignedIn> {
  const header = req.header('authorization');
  if (access === 'operator') return requireOperator(ctx, header, roles ?? []);
  if (access === 'enrolling') return requireEnrolledOperator(ctx, header);
  if (header === undefined) throw new ApiError('not_signed_in', whenSignedOut ?? 'Please sign in first.');
  const user = authenticate(ctx, header, access === 'session' ? 'session' : 'user');
  if (whenSignedOut === undefined) return user;
  return user.catch((error: unknown) => {
    throw isSignedOut(error) ? new ApiError('not_signed_in', whenSignedOut) : error;
  });
}

export function explainAuthError(error: unknown): Answer | null {
  if (error instanceof AuthError && error.code === 'insufficient_aal') {
    const message = 'Enter the code from your authenticator app first.';
    return { code: 'insufficient_aal', message };
  }
  if (!isSignedOut(error)) return null;
  return { code: 'not_signed_in', message: 'Your session has ended. Please sign in again.' };
}
