import { isIP } from 'node:net';
import type { Config } from '../../platform/config/config.ts';
import { isLoopback } from '../../platform/config/loopback.ts';
import type { Call } from './http.ts';

/** Where the caller wants to be sent afterwards, or home: by query or header (rules/auth-wire 7). Beside a JSON body no form has a field. */
export function requestedRedirect(config: Config, call: Call): string {
  return safeRedirect(config, call.req.query('redirect_to') ?? call.req.header('redirect_to'));
}

/**
 * The address if it lies on our site or on the allow-list, else SITE_URL (rules/auth-wire 44). It is returned as it was parsed,
 * never as it was written, so that no browser can read it differently. Called when a link is made and again when it is used.
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

/** On a developer's machine the port changes from day to day. */
function isOnSite(url: URL, site: URL): boolean {
  if (url.protocol !== site.protocol || url.hostname !== site.hostname) return false;
  return url.port === site.port || isLoopback(site.hostname);
}

/** Not 2130706433 or 0x7f.1, which mean 127.0.0.1 to a browser. */
function isWrittenOut({ hostname }: URL, written: string): boolean {
  const address = bare(hostname);
  return isIP(address) === 0 || written.includes(address);
}

/** An IPv6 address without its brackets. */
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

/** `**` matches anything, `*` anything but a dot or a slash. */
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
