import { Refusal } from '../../test/clients/shopper.ts';
import type { Shop, ShopOptions } from '../../test/server/open-shop.ts';

/** A proof whose size can be chosen. */
export interface Soak {
  readonly name: string;
  readonly proves: string;
  readonly fullSize: number;
  /** Null if a test next to the code does the small size, or it proves nothing. */
  readonly smallSize: number | null;
  readonly settings?: Readonly<Record<string, string>>;
  /** The lowest level that the shop logs; by default `warn`. */
  readonly logLevel?: ShopOptions['logLevel'];
  /** @returns what was measured @throws Error when the claim does not hold */
  run(shop: Shop, options: SoakOptions): Promise<string>;
}

export interface SoakOptions {
  readonly size: number;
  readonly seed: number;
  readonly report: (line: string) => void;
}

/** How to open the shop for a soak. */
export function shopOptionsOf({ settings, logLevel }: Soak): ShopOptions {
  return { ...(settings && { settings }), ...(logLevel && { logLevel }) };
}

export async function sendJson(url: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** The result of a request, or the error code with which the shop refused it. */
export async function resultOrRefusal<T>(request: () => Promise<T>): Promise<T | string> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

export function secondsSince(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}
