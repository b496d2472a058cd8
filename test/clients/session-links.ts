import { expect } from 'vitest';
import type { AuthServer, Browser } from '../server/auth-server.ts';

/** The parameters in the fragment of a link's URL. */
export function fragmentOf(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}

/** A browser that is signed in by the session in the address of a followed link. */
export async function arriveWith(server: AuthServer, url: URL): Promise<Browser> {
  const browser = server.browser();
  const { access_token = '', refresh_token = '' } = fragmentOf(url);
  expect((await browser.setSession({ access_token, refresh_token })).error).toBeNull();
  return browser;
}
