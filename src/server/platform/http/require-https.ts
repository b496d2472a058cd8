import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config/config.ts';
import { isTrustedProxy } from './client.ts';
import { HEALTH_CHECKS } from './health.ts';
import type { Refusals } from './refusals.ts';

/** A redirected program goes on sending its tokens in the clear. */
const CALLED_BY_PROGRAMS = /^\/(api|auth\/v1|functions|webhooks|metrics)([/?]|$)/;

const SENTENCE =
  'This request came over http and was refused. Send it again over https, and change any secret it contained.\n';

/** Leads what came over plain http to https where it is a page, and refuses the rest (rules/accounts 60). False where all is well. */
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

/** The first proxy's word: between proxies http is common. */
function originalProtocol({ headers }: IncomingMessage): string | undefined {
  const said = headers['x-forwarded-proto'];
  return (typeof said === 'string' ? said : said?.[0])?.split(',')[0]?.trim().toLowerCase();
}
