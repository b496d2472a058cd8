import type { Context as HonoContext, Hono } from 'hono';
import type { Access, Endpoint, ReplyOf } from '../../contract/endpoint.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { AppEnv, Call } from '../platform/http/call.ts';
import { parseWith, readJson } from '../platform/http/read-body.ts';
import type { Answer } from '../platform/http/answer-error.ts';
import { clientOf } from '../platform/http/client.ts';
import type { IdentityContext } from './context.ts';
import { requireEnrolledOperator, requireOperator } from './operators/roles.ts';
import { authenticate, isSignedOut, type SignedIn } from './session/bearer.ts';
import { AuthError } from './wire/errors.ts';

export interface SignedInCall<E extends Endpoint, Ctx = IdentityContext> extends Call<E, Ctx> {
  readonly user: SignedIn;
}

export type Handler<E extends Endpoint, Ctx = IdentityContext> = (
  call: E['access'] extends 'public' ? Call<E, Ctx> : SignedInCall<E, Ctx>,
) => Promise<ReplyOf<E>>;

/** As a plain object: `Headers` would cost as much as all else of the answer (decision 144). */
const PRIVATE_JSON = { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'private, no-store' } };

export function serve<E extends Endpoint, Ctx extends IdentityContext>(
  app: Hono<AppEnv>,
  ctx: Ctx,
  endpoint: E,
  handler: Handler<E, Ctx>,
): void {
  app.on(endpoint.method, endpoint.path, async (c) => {
    const user =
      endpoint.access === 'public' ? undefined : await signedIn(ctx, c, endpoint.access, endpoint.whenSignedOut);
    const call = {
      ctx,
      params: endpoint.params ? parseWith(endpoint.params, c.req.param()) : undefined,
      query: endpoint.query ? parseWith(endpoint.query, c.req.query()) : undefined,
      body: endpoint.body ? parseWith(endpoint.body, await readJson(c.req.raw)) : undefined,
      client: clientOf(ctx.config, c),
      user,
    };
    return new Response(JSON.stringify(await handler(call as unknown as Parameters<Handler<E, Ctx>>[0])), PRIVATE_JSON);
  });
}

/** Authentication comes first: a stranger learns nothing about a body's shape. */
async function signedIn(
  ctx: IdentityContext,
  c: HonoContext,
  access: Exclude<Access, 'public'>,
  whenSignedOut: string | undefined,
): Promise<SignedIn> {
  const header = c.req.header('authorization');
  if (access === 'operator') return await requireOperator(ctx, header);
  if (access === 'enrolling') return await requireEnrolledOperator(ctx, header);
  if (header === undefined) throw new ApiError('not_signed_in', whenSignedOut ?? 'Please sign in first.');
  try {
    return await authenticate(ctx, header, access);
  } catch (error) {
    if (whenSignedOut === undefined || !isSignedOut(error)) throw error;
    throw new ApiError('not_signed_in', whenSignedOut);
  }
}

export function explainAuthError(error: unknown): Answer | null {
  if (error instanceof AuthError && error.code === 'insufficient_aal') {
    const message = 'This account has a second lock. Please pass two-step verification first.';
    return { code: 'insufficient_aal', message };
  }
  if (!isSignedOut(error)) return null;
  return { code: 'not_signed_in', message: 'Your session has ended. Please sign in again.' };
}
