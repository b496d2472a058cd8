import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config/config.ts';
import { isTrustedProxy } from './client.ts';
import { HEALTH_CHECKS } from './health.ts';
import type { Refusals } from './refusals.ts';

/** Refused and not redirected, since a program would continue to send its tokens unencrypted. */
const CALLED_BY_PROGRAMS = /^\/(api|auth\/v1|functions|webhooks|metrics)([/?]|$)/;

const SENTENCE =
  'This request came over http and was refused. Send it again over https, and change any secret it contained.\n';

/**
 * Redirects pages from http to https, and refuses other http requests (rules/accounts 60). False if the request may
 * continue.
 */
export function requireHttps(
  { siteUrl, trustedProxies }: Pick<Config, 'siteUrl' | 'trustedProxies'>,
  req: IncomingMessage,
  res: ServerResponse,
  refusals: Refusals,
): boolean {
  if (!siteUrl.startsWith('https:') || originalProtocol(req) !== 'http') return false;
  if (!isTrustedProxy(trustedProxies, req.socket.remoteAddress ?? '')) return false;
  const { url = '/', method = '' } = req;
  if (HEALTH_CHECKS.includes(url)) return false;
  const isPage = (method === 'GET' || method === 'HEAD') && !CALLED_BY_PROGRAMS.test(url);
  if (isPage) refusals.redirect(res, siteUrl + (url.startsWith('/') ? url : '/'));
  else refusals.refuse(res, 403, SENTENCE);
  return true;
}

/** The value from the first proxy, since connections between proxies are often http. */
function originalProtocol({ headers }: IncomingMessage): string | undefined {
  const said = headers['x-forwarded-proto'];
  return (typeof said === 'string' ? said : said?.[0])?.split(',')[0]?.trim().toLowerCase();
}
