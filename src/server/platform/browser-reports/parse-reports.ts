import * as z from 'zod/mini';
import { NO_ROUTE, pageRouteOf } from '../http/page-route.ts';

/** The stored part of a report: no query, no token and no text of a page. The format of every value is checked. */
export interface BrowserReport {
  readonly kind: 'csp-violation' | 'crash' | 'other';
  readonly page: string;
  readonly directive?: string;
  readonly blocked?: string;
  readonly source?: string;
  readonly reason?: string;
}

const MOST_AT_ONCE = 20;

const text = z.optional(z.nullable(z.string()));
const legacyReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
  }),
});
/** The report format of https://w3c.github.io/reporting/#serialize-reports */
const report = z.object({
  type: z.string(),
  url: text,
  body: z.optional(
    z.nullable(
      z.object({ documentURL: text, effectiveDirective: text, blockedURL: text, sourceFile: text, reason: text }),
    ),
  ),
});
const reports = z.array(report);

/** @returns null if it isn't a report; at most twenty reports of a list */
export function parseReports(value: unknown, siteUrl: string): readonly BrowserReport[] | null {
  const legacy = legacyReport.safeParse(value);
  if (legacy.success) {
    const found = legacy.data['csp-report'];
    const directive = found['effective-directive'] ?? found['violated-directive'];
    return [violation(siteUrl, found['document-uri'], directive, found['blocked-uri'], found['source-file'])];
  }
  const listed = reports.safeParse(value);
  return listed.success ? listed.data.slice(0, MOST_AT_ONCE).map((one) => presentReport(siteUrl, one)) : null;
}

function presentReport(siteUrl: string, { type, url, body }: z.output<typeof report>): BrowserReport {
  if (type === 'csp-violation') {
    const { documentURL, effectiveDirective, blockedURL, sourceFile } = body ?? {};
    return violation(siteUrl, documentURL ?? url, effectiveDirective, blockedURL, sourceFile);
  }
  const page = pageOf(url, siteUrl);
  if (type !== 'crash') return { kind: 'other', page };
  return { kind: 'crash', page, reason: matched(/^[a-z][a-z-]{0,30}$/, body?.reason) ?? 'unnamed' };
}

type Text = string | null | undefined;

function violation(siteUrl: string, page: Text, directive: Text, blocked: Text, source: Text): BrowserReport {
  return {
    kind: 'csp-violation',
    page: pageOf(page, siteUrl),
    directive: matched(/^[a-z][a-z-]{0,40}/, directive) ?? 'unnamed',
    blocked: originOf(blocked),
    source: sourceOf(source, siteUrl),
  };
}

function pageOf(url: Text, siteUrl: string): string {
  const parsed = parseUrl(url);
  return (parsed?.origin === new URL(siteUrl).origin && pageRouteOf(parsed.pathname)) || NO_ROUTE;
}

/** A keyword such as `inline`, the scheme, or a host, but never a path. */
function originOf(url: Text): string {
  const parsed = parseUrl(url);
  if (parsed === null) return matched(/^[a-z][a-z-]{0,30}$/, url) ?? 'unnamed';
  return /^https?:$/.test(parsed.protocol) ? parsed.origin.slice(0, 100) : parsed.protocol;
}

function sourceOf(url: Text, siteUrl: string): string {
  const parsed = parseUrl(url);
  if (parsed?.origin !== new URL(siteUrl).origin) return originOf(url);
  return matched(/^\/assets\/[\w.-]{1,80}$/, parsed.pathname) ?? pageRouteOf(parsed.pathname) ?? NO_ROUTE;
}

function parseUrl(url: Text): URL | null {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url) : null;
}

function matched(pattern: RegExp, value: Text): string | null {
  return pattern.exec(value ?? '')?.[0] ?? null;
}
