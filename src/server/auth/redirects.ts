import { isIP } from 'node:net';
import type { Config } from '../config.ts';
import type { Call } from './http.ts';

/** Where the caller wants to be sent afterwards: query, form field or header (AUTH-CONTRACT §1.1), or home. */
export function requestedRedirect(config: Config, call: Call): string {
  return safeRedirect(config, call.req.query('redirect_to') ?? call.req.header('redirect_to'));
}

/**
 * The address if it lies on our site or on the allow-list, else SITE_URL (AUTH-CONTRACT §4). It is returned as it was parsed,
 * never as it was written, so that no browser can read it differently. Called when a link is made and again when it is used.
 */
export function safeRedirect(config: Config, requested: string | undefined): string {
  if (!requested || !URL.canParse(requested)) return config.siteUrl;
  const url = new URL(requested);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return config.siteUrl;
  if (url.username !== '' || url.password !== '') return config.siteUrl;
  const allowed = isOnSite(url, new URL(config.siteUrl)) || isListed(url, requested, config.auth.redirectAllowList);
  return allowed ? url.href : config.siteUrl;
}

/** On a developer's machine the port changes from day to day. */
function isOnSite(url: URL, site: URL): boolean {
  if (url.protocol !== site.protocol || url.hostname !== site.hostname) return false;
  return url.port === site.port || isLoopback(site.hostname);
}

function isListed(url: URL, written: string, patterns: readonly string[]): boolean {
  const { hostname } = url;
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0) {
    if (!/^[a-z0-9.-]+$/.test(hostname)) return false;
  } else if (!isLoopback(hostname) || !written.includes(address)) {
    // The second half refuses 2130706433 and 0x7f.1, which mean 127.0.0.1 to a browser.
    return false;
  }
  const target = new URL(url);
  target.hash = '';
  return patterns.some((pattern) => globToRegExp(pattern).test(target.href));
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
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
