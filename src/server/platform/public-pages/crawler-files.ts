import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { escapeHtml, LISTED_APP_PATHS } from './app-head.ts';
import type { PagesContext } from './public-pages.ts';
import { type Representation, represent } from './representation.ts';
import { headersOf } from './security-headers.ts';

export function representCrawlerFiles({ config }: PagesContext): ReadonlyMap<string, Representation> {
  const files = [
    ['/robots.txt', 'text/plain; charset=utf-8', robots(config.siteUrl)],
    ['/sitemap.xml', 'application/xml; charset=utf-8', sitemap(config.siteUrl)],
  ] as const;
  const security = headersOf('data', config);
  const represented = files.map(([path, type, text]) => {
    const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400', ...security };
    return [path, represent({ body: Buffer.from(text) }, headers)] as const;
  });
  return new Map(represented);
}

const PRIVATE = ['account', 'payment', 'shipping', 'gift-subscription', 'auth/', 'api/', 'functions/', 'dev/'];

function robots(siteUrl: string): string {
  const lines = [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: /${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
  ];
  return `${lines.join('\n')}\n`;
}

function sitemap(siteUrl: string): string {
  const paths = [...Object.values(PUBLIC_PATHS), ...LISTED_APP_PATHS];
  const urls = paths.map((path) => `  <url><loc>${escapeHtml(siteUrl + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>\n',
  ].join('\n');
}
