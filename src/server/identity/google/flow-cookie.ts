import { getCookie, setCookie } from 'hono/cookie';
import type { Config } from '../../platform/config/config.ts';
import { FLOW_LIFETIME_MS } from '../session/flow-states.ts';
import type { Call } from '../wire/http.ts';

/** Tabs that may be at Google at the same time. The cookie must not grow with whoever presses the button again and again. */
const OPEN_FLOWS = 4;

const NAME = 'google-flows';
const SEPARATOR = '.';

/** Notes in the browser that it began the flow. */
export function rememberFlow(config: Config, call: Call, state: string): void {
  setCookie(call, NAME, [state, ...flowsOf(config, call)].slice(0, OPEN_FLOWS).join(SEPARATOR), {
    path: '/',
    httpOnly: true,
    // Google sends the browser back by a navigation from another site, which comes without a `Strict` one.
    sameSite: 'Lax',
    maxAge: FLOW_LIFETIME_MS / 1000,
    // `__Host-` keeps a neighbouring subdomain from planting one; browsers take it over https alone.
    ...(isSecure(config) && { secure: true, prefix: 'host' as const }),
  });
}

/**
 * Whether this browser began the flow. A `state` alone says that somebody did: whoever has one of their own could lead another
 * person's browser through the end of it, into their account or onto it (RFC 6749 §10.12).
 */
export function wasBegunHere(config: Config, call: Call, state: string): boolean {
  return flowsOf(config, call).includes(state);
}

function flowsOf(config: Config, call: Call): string[] {
  const cookie = isSecure(config) ? getCookie(call, NAME, 'host') : getCookie(call, NAME);
  return cookie?.split(SEPARATOR) ?? [];
}

function isSecure({ siteUrl }: Config): boolean {
  return siteUrl.startsWith('https:');
}
