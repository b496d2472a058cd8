import type { z } from 'zod';
import type { World } from '../world.ts';
import { invalidRequest } from './failure.ts';

/** One request that passed authentication and its table of parameters. */
export interface Call<P> {
  world: World;
  params: P;
  /** The id in the path, '' for routes without one. */
  id: string;
  /** Made with the publishable key: only what a payer may know and do. */
  asPayer: boolean;
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** At most one `:id`. */
  path: string;
  /** Whether the publishable key is enough. */
  publishable: boolean;
  schema: z.ZodType;
  run(call: Call<never>): unknown;
}

interface RouteOptions {
  publishable?: boolean;
}

/** Declares an endpoint: where it is, every parameter it takes, and what it does. */
export function route<S extends z.ZodType>(
  method: Route['method'],
  path: string,
  schema: S,
  run: (call: Call<z.output<S>>) => unknown,
  { publishable = false }: RouteOptions = {},
): Route {
  return { method, path, schema, run, publishable };
}

export interface Match {
  route: Route;
  id: string;
}

/**
 * Finds the endpoint for a request line, `undefined` when Stripe (as far as the sandbox goes) has none there.
 * @throws StripeFailure 400 when the id in it cannot be read
 */
export function findRoute(routes: readonly Route[], method: string, path: string): Match | undefined {
  for (const candidate of routes) {
    const id = candidate.method === method ? matchPath(candidate.path, path) : undefined;
    if (id !== undefined) return { route: candidate, id };
  }
  return undefined;
}

function matchPath(pattern: string, path: string): string | undefined {
  const [before = '', after] = pattern.split(':id');
  if (after === undefined) return pattern === path ? '' : undefined;
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const id = path.slice(before.length, path.length - after.length);
  return id !== '' && !id.includes('/') ? decoded(id) : undefined;
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    throw invalidRequest(`Invalid percent-encoding in the URL: ${id}`);
  }
}
