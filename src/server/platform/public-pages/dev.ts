import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createServer, isRunnableDevEnvironment, type RunnableDevEnvironment, type ViteDevServer } from 'vite';
import {
  letterPageAt,
  NOT_FOUND_PAGE,
  type PublicPages,
  type RenderPublicPages,
} from '../../../contract/public-pages.ts';
import { appFacts, fillAppDocument } from './app-document.ts';
import { fillTyped } from './fill-typed.ts';
import { isAppPath, isNavigation, isPagesBusiness, type PagesListener, pathOf } from './pages.ts';
import { pageFacts, type PagesContext, withSettings } from './public-pages.ts';
import { settingsOfConfig } from '../shop-settings.ts';

const RENDERER = '/public/render.tsx';

export async function developmentListener(ctx: PagesContext): Promise<PagesListener> {
  const vite = await createServer({ server: { middlewareMode: true } });
  return (req, res) => {
    if (!isPagesBusiness(req)) return false;
    if (isNavigation(req)) void answerDocument(ctx, vite, req, res);
    else vite.middlewares(req, res, () => res.writeHead(404).end());
    return true;
  };
}

async function answerDocument(ctx: PagesContext, vite: ViteDevServer, req: IncomingMessage, res: ServerResponse) {
  const path = pathOf(req);
  try {
    const document = isAppPath(ctx, path) ? await appDocument(ctx, vite, path) : await publicPage(ctx, vite, path);
    const html = await vite.transformIndexHtml(path, document);
    res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }).end(html);
  } catch (error) {
    ctx.log.error({ err: error }, 'the page could not be rendered');
    res.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(String(error));
  }
}

async function appDocument(ctx: PagesContext, vite: ViteDevServer, path: string): Promise<string> {
  const document = await readFile(join(vite.config.root, 'app.html'), 'utf8');
  return fillAppDocument(document, ctx.config.siteUrl, path, appFacts(withSettings(ctx, await settingsOf(ctx))));
}

async function settingsOf(ctx: PagesContext) {
  return (await ctx.settings?.()) ?? settingsOfConfig(ctx.config);
}

async function publicPage(ctx: PagesContext, vite: ViteDevServer, path: string): Promise<string> {
  const environment = vite.environments['pages'];
  if (!environment || !isRunnableDevEnvironment(environment))
    throw new Error('vite.config.ts has no pages environment.');
  const { renderPublicPages } = await environment.runner.import<{ renderPublicPages: RenderPublicPages }>(RENDERER);
  const assets = { stylesheets: stylesheetsOf(environment), fonts: [], scripts: ['/public/enhance.ts'] };
  const facts = pageFacts(ctx, assets, await ctx.holidays(), await settingsOf(ctx));
  const pages: PublicPages & Readonly<Record<string, string>> = renderPublicPages(facts);
  ctx.filledPages?.renew((path, typed) => fillTyped(pages[path], typed));
  return fillTyped(pages[letterPageAt(path) ?? path] ?? pages[NOT_FOUND_PAGE], '');
}

function stylesheetsOf({ moduleGraph }: RunnableDevEnvironment): string[] {
  return [...moduleGraph.urlToModuleMap.keys()].filter((url) => url.endsWith('.css'));
}
