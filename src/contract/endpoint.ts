import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call an endpoint.
 * - `public`: anyone.
 * - `user`: a valid access token.
 * - `session`: a valid access token whose session still exists; for writes and everything about money (rules/auth-wire 13).
 * - `operator`: such a session that has passed two steps, of somebody who has the role. To anybody else there is nothing here.
 */
export type Access = 'public' | 'user' | 'session' | 'operator';

type Schema = z.ZodMiniType;

/** What browser and server must agree on about one call. A reply lists its fields; nothing else leaves the server. */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Reply extends Schema = Schema,
  Query extends Schema | undefined = Schema | undefined,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` for each path parameter. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly params?: Params;
  /** What stands behind the question mark; every value arrives as text. */
  readonly query?: Query;
  readonly body?: Body;
  readonly reply: Reply;
  /** What whoever is not signed in, or no longer, is told here; elsewhere the server says it in its own words. */
  readonly whenSignedOut?: string;
  /** The expected failures besides those every endpoint has (validation, sign-in, rate limit, internal). */
  readonly errors: readonly ErrorCode[];
}

/** Keeps the literal types of a definition, so that callers and handlers are typed by it. */
export function endpoint<
  Reply extends Schema,
  Params extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
>(definition: Endpoint<Params, Body, Reply, Query>): Endpoint<Params, Body, Reply, Query> {
  return definition;
}

export type ParamsOf<E> =
  E extends Endpoint<infer P, infer _B, infer _R, infer _Q> ? (P extends Schema ? z.output<P> : undefined) : never;
export type QueryOf<E> =
  E extends Endpoint<infer _P, infer _B, infer _R, infer Q> ? (Q extends Schema ? z.output<Q> : undefined) : never;
/** What a caller writes behind the question mark, before defaults are filled in. */
export type QueryInputOf<E> =
  E extends Endpoint<infer _P, infer _B, infer _R, infer Q> ? (Q extends Schema ? z.input<Q> : undefined) : never;
export type BodyOf<E> =
  E extends Endpoint<infer _P, infer B, infer _R, infer _Q> ? (B extends Schema ? z.output<B> : undefined) : never;
/** What a caller writes into the body, before defaults are filled in. */
export type BodyInputOf<E> =
  E extends Endpoint<infer _P, infer B, infer _R, infer _Q> ? (B extends Schema ? z.input<B> : undefined) : never;
export type ReplyOf<E> = E extends Endpoint<infer _P, infer _B, infer R, infer _Q> ? z.output<R> : never;
