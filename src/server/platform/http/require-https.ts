import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config/config.ts';
import { isTrustedProxy } from './client.ts';
import { HEALTH_CHECKS } from './health.ts';
import type { Refusals } from './refusals.ts';

const SENTENCE =
  'This came unsealed, over http, and is not opened. Send it again by https, with nothing in it that has to stay secret as it is.\n';

/**
 * Sends what a trusted proxy took over plain http to https, and refuses what carries a body: it has been read on the way by then
 * (rules/accounts 60). False where all is well.
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
  if (method !== 'GET' && method !== 'HEAD') refusals.refuse(res, 400, SENTENCE);
  else refusals.redirect(res, siteUrl + (url.startsWith('/') ? url : '/'));
  return true;
}

/** The first proxy's word: between proxies http is common. */
function originalProtocol({ headers }: IncomingMessage): string | undefined {
  const said = headers['x-forwarded-proto'];
  return (typeof said === 'string' ? said : said?.[0])?.split(',')[0]?.trim().toLowerCase();
}
