import { NOT_FOUND_PAGE, type PublicPageFacts, type PublicPages } from '../../contract/public-pages.ts';
import { PUBLIC_PATHS, type PublicPath } from '../../contract/site-paths.ts';
import { addDays, newYorkDate, newYorkMidnight } from '../../domain/calendar-date.ts';
import type { Context } from '../context.ts';
import type { BuildOutput } from './build-output.ts';
import { type Representation, represent } from './representation.ts';
import { headersOf } from './security-headers.ts';

/** What the public pages need of the context. */
export type PagesContext = Pick<Context, 'config' | 'clock' | 'keys' | 'log'>;

/** The public pages in memory. They name dates, so they are renewed each New York midnight. */
export interface PublicPagesInMemory {
  find(path: string): Representation | undefined;
  readonly notFound: Representation;
  /** Renders them again, for today. */
  refresh(): Promise<void>;
}

export async function keepPublicPages(ctx: PagesContext, build: BuildOutput): Promise<PublicPagesInMemory> {
  let pages = await renderAll(ctx, build);
  const refresh = async () => {
    pages = await renderAll(ctx, build);
  };
  refreshAtMidnight(ctx, refresh);
  return {
    find: (path) => pages.get(path),
    get notFound() {
      return representationOf(pages, NOT_FOUND_PAGE);
    },
    refresh,
  };
}

/** What the renderer is told. */
export function pageFacts({ config, clock }: PagesContext, assets: PublicPageFacts['assets']): PublicPageFacts {
  return {
    today: newYorkDate(clock.now()),
    siteUrl: config.siteUrl,
    supportEmail: config.mail.supportEmail,
    testPayments: config.stripe.testPayments,
    visitsForwarded: config.ga4 !== null,
    assets,
  };
}

type Representations = ReadonlyMap<PublicPath | typeof NOT_FOUND_PAGE | (string & {}), Representation>;

async function renderAll(ctx: PagesContext, build: BuildOutput): Promise<Representations> {
  const documents = build.render(pageFacts(ctx, build.assets));
  const names = [...Object.values(PUBLIC_PATHS), NOT_FOUND_PAGE] as const;
  return new Map(
    await Promise.all(names.map(async (name) => [name, await representPage(ctx, documents, name)] as const)),
  );
}

function representPage(ctx: PagesContext, documents: PublicPages, name: keyof PublicPages): Promise<Representation> {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'public, max-age=0, must-revalidate',
    ...headersOf('page', ctx.config),
  };
  return represent({ body: Buffer.from(documents[name]) }, headers, name === NOT_FOUND_PAGE ? 404 : 200);
}

function representationOf(pages: Representations, name: keyof PublicPages): Representation {
  const page = pages.get(name);
  if (!page) throw new Error(`The renderer has made no ${name}.`);
  return page;
}

function refreshAtMidnight(ctx: PagesContext, refresh: () => Promise<void>): void {
  const now = ctx.clock.now();
  const midnight = newYorkMidnight(addDays(newYorkDate(now), 1));
  const renew = async () => {
    try {
      await refresh();
    } catch (error) {
      ctx.log.error({ err: error }, 'the public pages could not be renewed; yesterday’s stay');
    }
    refreshAtMidnight(ctx, refresh);
  };
  setTimeout(() => void renew(), midnight.getTime() - now.getTime()).unref();
}
