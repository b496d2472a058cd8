import { isIP } from 'node:net';
import type { Config } from '../../platform/config/config.ts';
import { isLoopback } from '../../platform/config/development-surfaces.ts';
import type { Call } from './http.ts';

/** From the query or a header (rules/auth-wire 7). */
export function requestedRedirect(config: Config, call: Call): string {
  return safeRedirect(config, call.req.query('redirect_to') ?? call.req.header('redirect_to'));
}

/**
 * Returns the parsed URL, so that browsers can't read it differently; SITE_URL if it isn't allowed (rules/auth-wire
 * 44).
 */
export function safeRedirect(config: Config, requested: string | undefined): string {
  if (!requested || !URL.canParse(requested)) return config.siteUrl;
  const url = new URL(requested);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return config.siteUrl;
  if (url.username !== '' || url.password !== '') return config.siteUrl;
  const allowed =
    isWrittenOut(url, requested) &&
    (isOnSite(url, new URL(config.siteUrl)) || isListed(url, config.auth.redirectAllowList));
  return allowed ? url.href : config.siteUrl;
}

/** During development the port may differ. */
function isOnSite(url: URL, site: URL): boolean {
  if (url.protocol !== site.protocol || url.hostname !== site.hostname) return false;
  return url.port === site.port || isLoopback(site.hostname);
}

/** Browsers read 2130706433 and 0x7f.1 as 127.0.0.1, so the host must be written out. */
function isWrittenOut({ hostname }: URL, written: string): boolean {
  const address = bare(hostname);
  return isIP(address) === 0 || written.includes(address);
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function isListed(url: URL, patterns: readonly string[]): boolean {
  const { hostname } = url;
  const isPlain = isIP(bare(hostname)) === 0 ? /^[a-z0-9.-]+$/.test(hostname) : isLoopback(hostname);
  if (!isPlain) return false;
  const target = new URL(url);
  target.hash = '';
  return patterns.some((pattern) => globToRegExp(pattern).test(target.href));
}

function globToRegExp(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) => {
      if (part === '**') return '.*';
      if (part === '*') return '[^./]*';
      return part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`);
}
