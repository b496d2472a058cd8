import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext, Hono } from 'hono';
import type { Access, Endpoint, BodyOf, ParamsOf, QueryOf, ReplyOf } from '../../contract/endpoint.ts';
import { authenticate, isSignedOut } from '../auth/bearer.ts';
import type { SignedIn } from '../auth/bearer.ts';
import { type Client, clientOf } from '../auth/client.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { requireOperator } from '../operator/gate.ts';
import { parseWith } from './parse.ts';
import { readJson } from './read-body.ts';

/** What a handler is given: everything in it has been checked. */
export interface Call<E extends Endpoint> {
  readonly ctx: Context;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly client: Client;
}

export interface SignedInCall<E extends Endpoint> extends Call<E> {
  readonly person: SignedIn;
}

export type Handler<E extends Endpoint> = (
  call: E['access'] extends 'public' ? Call<E> : SignedInCall<E>,
) => Promise<ReplyOf<E>>;

export interface AppEnv {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string };
}

/** Mounts one endpoint of the contract: who may call, what came in, who answers. */
export function serve<E extends Endpoint>(app: Hono<AppEnv>, ctx: Context, endpoint: E, handler: Handler<E>): void {
  app.on(endpoint.method, endpoint.path, async (c) => {
    const person =
      endpoint.access === 'public' ? undefined : await signedIn(ctx, c, endpoint.access, endpoint.whenSignedOut);
    const call = {
      ctx,
      params: endpoint.params ? parseWith(endpoint.params, c.req.param()) : undefined,
      query: endpoint.query ? parseWith(endpoint.query, c.req.query()) : undefined,
      body: endpoint.body ? parseWith(endpoint.body, await readJson(c.req.raw)) : undefined,
      client: clientOf(ctx.config, c),
      person,
    };
    c.header('Cache-Control', 'no-store');
    return c.json((await handler(call as unknown as Parameters<Handler<E>>[0])) as object);
  });
}

/** Who is calling comes before what they ask: a stranger learns nothing about the shape of a body. */
async function signedIn(
  ctx: Context,
  c: HonoContext,
  access: Exclude<Access, 'public'>,
  whenSignedOut: string | undefined,
): Promise<SignedIn> {
  const header = c.req.header('authorization');
  if (access === 'operator') return await requireOperator(ctx, header);
  if (header === undefined) throw new ApiError('not_signed_in', whenSignedOut ?? 'Please sign in first.');
  try {
    return await authenticate(ctx, header, access);
  } catch (error) {
    if (whenSignedOut === undefined || !isSignedOut(error)) throw error;
    throw new ApiError('not_signed_in', whenSignedOut);
  }
}
