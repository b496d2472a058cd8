import {
  LETTER_PAGES,
  letterPageAt,
  NOT_FOUND_PAGE,
  type PublicPageFacts,
  type PublicPages,
} from '../../../contract/public-pages.ts';
import { FORM_PATHS, type FormPath, LINK_PATHS, PUBLIC_PATHS, type PublicPath } from '../../../contract/site-paths.ts';
import { type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { type HolidayOverrides, NO_OVERRIDES } from '../../../domain/holidays.ts';
import type { PlatformContext } from '../context.ts';
import type { FilledPages } from '../filled-pages.ts';
import { loggedError } from '../logging/log.ts';
import { settingsOfConfig, type ShopSettings } from '../shop-settings.ts';
import type { BuildOutput } from './build-output.ts';
import type { BuiltFileStore } from './built-files.ts';
import { fillTyped } from './fill-typed.ts';
import { type Representation, represent } from './representation.ts';
import { headersOf } from './security-headers.ts';
import { SECURITY_TXT_PATH, securityTxt } from './security-txt.ts';

export interface PagesContext extends Pick<PlatformContext, 'config' | 'clock' | 'log'> {
  readonly keys: { readonly signAlike: (claims: { readonly role: 'anon' }) => string };
  readonly builtFiles?: BuiltFileStore;
  readonly holidays: () => Promise<HolidayOverrides>;
  /** If it is missing, the environment's settings are used. */
  readonly settings?: () => Promise<ShopSettings>;
  readonly filledPages?: FilledPages;
}

/** How long pages may take to be rendered again if no visitor waits. */
const RENDERED_WITHIN_MS = 1_000;
const CALENDAR_CHECK_MS = 5 * 60_000;
/** Polls, since a timer for midnight would be late after a suspend and early after the clock was set back. */
const DATE_CHECK_MS = 2_000;

export interface PublicPagesInMemory {
  find(path: string): Representation | undefined;
  readonly notFound: Representation;
  /** The settings as last read from the database. */
  readonly settings: ShopSettings;
  refresh(): Promise<void>;
}

export async function cachePublicPages(ctx: PagesContext, build: BuildOutput): Promise<PublicPagesInMemory> {
  let holidays = await loadHolidaysOr(ctx, NO_OVERRIDES);
  let settings = await loadSettingsOr(ctx, settingsOfConfig(ctx.config));
  let rendered: Rendered | null = null;
  const current = () => (rendered ??= renderAll(ctx, build, holidays, settings));
  ctx.filledPages?.renew((path, typed) => fillTyped(current().documents[path], typed));
  setTimeout(current, RENDERED_WITHIN_MS).unref();
  const refresh = async () => {
    holidays = await loadHolidaysOr(ctx, holidays);
    settings = await loadSettingsOr(ctx, settings);
    rendered = renderAll(ctx, build, holidays, settings);
  };
  const renew = async () => {
    try {
      await refresh();
    } catch (error) {
      ctx.log.error({ err: error }, 'the public pages could not be rendered again; the old ones are still served');
    }
  };
  setInterval(() => {
    if (rendered !== null && newYorkDate(ctx.clock.now()) !== rendered.today) void renew();
  }, DATE_CHECK_MS).unref();
  const look = async () => {
    const newest = [await loadHolidaysOr(ctx, holidays), await loadSettingsOr(ctx, settings)];
    if (JSON.stringify(newest) !== JSON.stringify([holidays, settings])) await renew();
  };
  setInterval(() => void look(), CALENDAR_CHECK_MS).unref();
  return {
    find: (path) => current().pages.get(letterPageAt(path) ?? path),
    get notFound() {
      return representationOf(current().pages, NOT_FOUND_PAGE);
    },
    get settings() {
      return settings;
    },
    refresh,
  };
}

async function loadSettingsOr(ctx: PagesContext, known: ShopSettings): Promise<ShopSettings> {
  try {
    return (await ctx.settings?.()) ?? known;
  } catch (error) {
    ctx.log.warn(
      { error: loggedError(error).message },
      'the settings could not be read; pages go by those known before',
    );
    return known;
  }
}

/** The context with the support email that an owner set. */
export function withSettings<Ctx extends Pick<PagesContext, 'config'>>(ctx: Ctx, { supportEmail }: ShopSettings): Ctx {
  return { ...ctx, config: { ...ctx.config, email: { ...ctx.config.email, supportEmail } } };
}

async function loadHolidaysOr(ctx: PagesContext, known: HolidayOverrides): Promise<HolidayOverrides> {
  try {
    return await ctx.holidays();
  } catch (error) {
    ctx.log.warn(
      { error: loggedError(error).message },
      'the corrected holidays could not be read; the public pages go by those known before',
    );
    return known;
  }
}

export function pageFacts(
  { config, clock }: PagesContext,
  assets: PublicPageFacts['assets'],
  holidays: HolidayOverrides,
  { supportEmail, responseTime, responseAtLatest, promoBanner }: ShopSettings,
): PublicPageFacts {
  return {
    today: newYorkDate(clock.now()),
    holidays,
    siteUrl: config.siteUrl,
    supportEmail,
    responseTime,
    responseAtLatest,
    promoBanner,
    seller: config.seller,
    governingLaw: config.governingLaw,
    testPayments: config.stripe.testPayments,
    visitsForwarded: config.ga4 !== null,
    addressesGoTo: { checkedBy: config.addressChecks.by, printedElsewhere: (config.lob?.prices ?? null) !== null },
    assets,
  };
}

interface Rendered {
  readonly today: CalendarDate;
  readonly documents: PublicPages;
  readonly pages: Representations;
}

type Representations = ReadonlyMap<PublicPath | FormPath | typeof NOT_FOUND_PAGE | (string & {}), Representation>;

function renderAll(
  ctx: PagesContext,
  build: BuildOutput,
  holidays: HolidayOverrides,
  settings: ShopSettings,
): Rendered {
  const facts = pageFacts(ctx, build.assets, holidays, settings);
  const documents = build.render(facts);
  const forms = Object.values(FORM_PATHS);
  const names = [...Object.values(PUBLIC_PATHS), ...forms, NOT_FOUND_PAGE, ...Object.values(LETTER_PAGES)] as const;
  const pages = names.map((name) => [name, representPage(ctx, documents, name)] as const);
  return {
    today: facts.today,
    documents,
    pages: new Map([...pages, [SECURITY_TXT_PATH, representSecurityTxt(withSettings(ctx, settings))]]),
  };
}

function representSecurityTxt(ctx: PagesContext): Representation {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' };
  return represent({ body: Buffer.from(securityTxt(ctx)) }, { ...headers, ...headersOf('data', ctx.config) });
}

function representPage(ctx: PagesContext, documents: PublicPages, name: keyof PublicPages): Representation {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'public, max-age=0, must-revalidate',
    ...headersOf('page', ctx.config),
    ...(SECRET_ADDRESSES.has(name) && { 'Referrer-Policy': 'no-referrer' }),
  };
  return represent({ body: Buffer.from(fillTyped(documents[name], '')) }, headers, name === NOT_FOUND_PAGE ? 404 : 200);
}

const SECRET_ADDRESSES: ReadonlySet<string> = new Set([...Object.values(LETTER_PAGES), ...Object.values(LINK_PATHS)]);

function representationOf(pages: Representations, name: keyof PublicPages): Representation {
  const page = pages.get(name);
  if (!page) throw new Error(`The renderer has made no ${name}.`);
  return page;
}
