import { getCookie, setCookie } from 'hono/cookie';
import type { Config } from '../../platform/config/config.ts';
import { FLOW_LIFETIME_MS } from '../session/flow-states.ts';
import type { Call } from './http.ts';

const OPEN_FLOWS = 4;

const NAME = 'google-flows';
const SEPARATOR = '.';

export function addFlowCookie(config: Config, call: Call, state: string): void {
  setCookie(call, NAME, [state, ...flowsOf(config, call)].slice(0, OPEN_FLOWS).join(SEPARATOR), {
    path: '/',
    httpOnly: true,
    // After Google's redirect, which comes from another site, browsers don't send `Strict` cookies.
    sameSite: 'Lax',
    maxAge: FLOW_LIFETIME_MS / 1000,
    // `__Host-` keeps a subdomain from setting the cookie. Browsers accept it only over https.
    ...(isSecure(config) && { secure: true, prefix: 'host' as const }),
  });
}

/** Without the cookie, an attacker could make another user's browser complete the attacker's flow (decision 044). */
export function isFlowOfBrowser(config: Config, call: Call, state: string): boolean {
  return flowsOf(config, call).includes(state);
}

function flowsOf(config: Config, call: Call): string[] {
  const cookie = isSecure(config) ? getCookie(call, NAME, 'host') : getCookie(call, NAME);
  return cookie?.split(SEPARATOR) ?? [];
}

function isSecure({ siteUrl }: Config): boolean {
  return siteUrl.startsWith('https:');
}
