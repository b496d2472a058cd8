import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Role } from '../domain/staff-roles.ts';

/**
 * `user`: a valid access token. `session`: the token's session also still exists (rules/auth-wire 13). `enrolling`:
 * also two sign-in steps and the operators' role. `operator`: also an authenticator that opens the console.
 */
export type Access = 'public' | 'user' | 'session' | 'enrolling' | 'operator';

type Schema = z.ZodMiniType;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Reply extends Schema = Schema,
  Query extends Schema | undefined = Schema | undefined,
> {
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  /** The roles that may call an `operator` endpoint; without it, no role may. */
  readonly roles?: readonly Role[];
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly reply: Reply;
  /** The message for a request without a sign-in, instead of the default one. */
  readonly whenSignedOut?: string;
  readonly errors: readonly ErrorCode[];
}

export type Definition<
  Params extends Schema | undefined,
  Body extends Schema | undefined,
  Reply extends Schema,
  Query extends Schema | undefined,
> = Omit<Endpoint<Params, Body, Reply, Query>, 'method' | 'path' | 'errors'> & Partial<Pick<Endpoint, 'errors'>>;

export type RequestLine = `${Method} /${string}`;

/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  Reply extends Schema,
  Params extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
>(request: RequestLine, definition: Definition<Params, Body, Reply, Query>): Endpoint<Params, Body, Reply, Query> {
  const [method, path] = request.split(' ') as [Method, string];
  return { errors: [], ...definition, method, path };
}

export type ParamsOf<E> =
  E extends Endpoint<infer P, infer _B, infer _R, infer _Q> ? (P extends Schema ? z.output<P> : undefined) : never;
export type QueryOf<E> =
  E extends Endpoint<infer _P, infer _B, infer _R, infer Q> ? (Q extends Schema ? z.output<Q> : undefined) : never;
export type QueryInputOf<E> =
  E extends Endpoint<infer _P, infer _B, infer _R, infer Q> ? (Q extends Schema ? z.input<Q> : undefined) : never;
export type BodyOf<E> =
  E extends Endpoint<infer _P, infer B, infer _R, infer _Q> ? (B extends Schema ? z.output<B> : undefined) : never;
export type BodyInputOf<E> =
  E extends Endpoint<infer _P, infer B, infer _R, infer _Q> ? (B extends Schema ? z.input<B> : undefined) : never;
export type ReplyOf<E> = E extends Endpoint<infer _P, infer _B, infer R, infer _Q> ? z.output<R> : never;
