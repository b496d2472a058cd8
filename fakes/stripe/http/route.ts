import type { z } from 'zod';
import type { World } from '../world.ts';
import { invalidRequest } from './failure.ts';

export interface Call<P> {
  world: World;
  params: P;
  /** '' for routes without one. */
  id: string;
  asPayer: boolean;
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  publishable: boolean;
  schema: z.ZodType;
  run(call: Call<never>): unknown;
}

interface RouteOptions {
  publishable?: boolean;
}

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

/** @throws StripeFailure 400 when the id cannot be decoded */
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
