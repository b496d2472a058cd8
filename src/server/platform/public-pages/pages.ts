import type { IncomingMessage, ServerResponse } from 'node:http';
import { letterPageAt, SHARE_PICTURE } from '../../../contract/public-pages.ts';
import { APP_PATHS, CASE_WORKER_PATH, CONSOLE_PATHS, DEV_PATHS, FORM_ACTIONS } from '../../../contract/site-paths.ts';
import { representAppDocuments } from './app-document.ts';
import { type BuildOutput, readBuildOutput } from './build-output.ts';
import { representCrawlerFiles } from './crawler-files.ts';
import { isHashedPath } from './built-files.ts';
import { OtherBuilds } from './other-builds.ts';
import { cachePublicPages, type PagesContext, withSettings } from './public-pages.ts';
import type { ShopSettings } from '../shop-settings.ts';
import { answer, type Headers, type Representation, represent } from './representation.ts';
import { headersOf } from './security-headers.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';

/** Answers requests for pages. Returns false for any other request. */
export type PagesListener = (req: IncomingMessage, res: ServerResponse) => boolean;

/**
 * Answers pages and built files from memory, before the HTTP framework (rules/pages 1).
 * @throws Error if the build is missing
 */
export async function pagesListener(ctx: PagesContext, build?: BuildOutput): Promise<PagesListener> {
  if (ctx.config.development) {
    const { developmentListener } = await import('./dev.ts');
    return await developmentListener(ctx);
  }
  return await listenerOf(ctx, build ?? (await readBuildOutput()));
}

async function listenerOf(ctx: PagesContext, build: BuildOutput): Promise<PagesListener> {
  const publicPages = await cachePublicPages(ctx, build);
  const represented = memoizeLast((settings: ShopSettings) =>
    representAppDocuments(withSettings(ctx, settings), build),
  );
  const crawlerFiles = representCrawlerFiles(ctx);
  const files = representFiles(ctx, build);
  const find = (path: string) =>
    publicPages.find(path) ??
    (isAppPath(ctx, path) ? represented(publicPages.settings).at(path) : (files.get(path) ?? crawlerFiles.get(path)));
  const security = headersOf('data', ctx.config);
  const otherBuilds = otherBuildsOf(ctx, security);
  return (req, res) => {
    const path = pathOf(req);
    if (isSentForm(req)) return false;
    const found = find(path);
    if (found && isLetterReport(req, path)) return false;
    if (found) return isRead(req) ? answer(req, res, found) : refuseToWrite(res, security);
    const unslashed = withoutLastSlashes(path);
    if (unslashed !== path && find(unslashed)) return redirect(res, unslashed + queryOf(req), security);
    if (isNavigation(req)) return answer(req, res, publicPages.notFound);
    return isRead(req) && isHashedPath(path) && otherBuilds !== null && otherBuilds.answer(req, res, path);
  };
}

/** Makes the app's documents again only if the settings have changed. */
function memoizeLast<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  let last: { readonly key: Key; readonly value: Value } | null = null;
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}

function otherBuildsOf({ builtFiles, log }: PagesContext, security: Headers): OtherBuilds | null {
  return builtFiles ? new OtherBuilds(builtFiles, { ...security, 'Cache-Control': FOR_EVER }, log) : null;
}

function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

export function pathOf(req: IncomingMessage): string {
  const url = req.url ?? '/';
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

function queryOf(req: IncomingMessage): string {
  return (req.url ?? '').slice(pathOf(req).length);
}

const appPaths: ReadonlySet<string> = new Set([...Object.values(APP_PATHS), ...Object.values(CONSOLE_PATHS)]);

export function isAppPath({ config }: Pick<PagesContext, 'config'>, path: string): boolean {
  return appPaths.has(path) || (path === DEV_PATHS.ui && !config.deployed);
}

const FRAMEWORK = /^\/(api|auth\/v1|functions|webhooks|dev\/mailbox|healthz|readyz|\.well-known)(\/|$)/;

export function isPagesBusiness(req: IncomingMessage): boolean {
  return !FRAMEWORK.test(pathOf(req)) && !isSentForm(req);
}

function isSentForm(req: IncomingMessage): boolean {
  return req.method === 'POST' && FORM_ACTIONS.has(pathOf(req));
}

export function isNavigation(req: IncomingMessage): boolean {
  return isRead(req) && (req.headers.accept ?? '').includes('text/html') && isPagesBusiness(req);
}

function isLetterReport({ method }: IncomingMessage, path: string): boolean {
  return method === 'POST' && letterPageAt(path) !== null;
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function refuseToWrite(res: ServerResponse, security: Headers): true {
  // A body that isn't read would keep the connection open until it times out.
  const headers = { Allow: 'GET, HEAD', 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };
  res.writeHead(405, { ...headers, ...security });
  res.end('This page can only be read.\n');
  return true;
}

function redirect(res: ServerResponse, address: string, security: Headers): true {
  res.writeHead(308, { Location: address, ...security }).end();
  return true;
}

/** Other sites may show the preview picture that our pages have for them. */
const SHOWN = { 'Cross-Origin-Resource-Policy': 'cross-origin' };

function isForOthers(path: string): boolean {
  return path === SHARE_PICTURE.path;
}

function representFiles(ctx: PagesContext, { files }: BuildOutput): ReadonlyMap<string, Representation> {
  const security = headersOf('data', ctx.config);
  const represented = [...files].map(([path, file]) => {
    const caching = isHashedPath(path) ? FOR_EVER : 'public, max-age=86400';
    const headers = {
      'Content-Type': file.type,
      'Cache-Control': caching,
      ...(path === CASE_WORKER_PATH ? headersOf('worker', ctx.config) : security),
      ...(isForOthers(path) && SHOWN),
    };
    return [path, represent(file, headers)] as const;
  });
  return new Map(represented);
}
