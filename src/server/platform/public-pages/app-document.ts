import { APP_PATHS, CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { APP_PATHS_WITH_HEAD, appHead, escapeHtml, named } from './app-head.ts';
import type { BuildOutput } from './build-output.ts';
import type { PagesContext } from './public-pages.ts';
import { type Representation, represent } from './representation.ts';
import { headersOf, permissionsPolicy } from './security-headers.ts';

export interface AppDocuments {
  at(path: string): Representation;
}

/** Pages whose URL may contain secrets, from emailed links or from Google (rules/accounts 27). */
const ADDRESSES_WITH_KEYS: ReadonlySet<string> = new Set([
  APP_PATHS.authCallback,
  APP_PATHS.resetPassword,
  APP_PATHS.giftClaim,
  APP_PATHS.readAlong,
  APP_PATHS.undo,
  APP_PATHS.connectGoogle,
]);

/** The page that scans envelopes. No other page may use the camera. */
const WITH_CAMERA = CONSOLE_PATHS.returns;

type AppBuild = Pick<BuildOutput, 'appDocument' | 'staticFrames' | 'assets'>;

export function representAppDocuments(ctx: PagesContext, build: AppBuild): AppDocuments {
  const { frames } = build.staticFrames;
  const facts = appFacts(ctx);
  const representAt = (path: string) =>
    represent(
      { body: Buffer.from(fillAppDocument(withFrame(build, path, facts), ctx.config.siteUrl, path, facts)) },
      {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'private, max-age=0, must-revalidate',
        ...headersOf('app', ctx.config),
        ...(ADDRESSES_WITH_KEYS.has(path) && { 'Referrer-Policy': 'no-referrer' }),
        ...(path === WITH_CAMERA && { 'Permissions-Policy': permissionsPolicy({ camera: true }) }),
      },
    );
  const framePaths = frames.map(({ path }) => path);
  const ownDocument = new Set([...APP_PATHS_WITH_HEAD, ...ADDRESSES_WITH_KEYS, ...framePaths, WITH_CAMERA]);
  const any = representAt('');
  const byPath = new Map([...ownDocument].map((path) => [path, representAt(path)]));
  return { at: (path) => byPath.get(path) ?? any };
}

type AppFacts = Readonly<Record<'anon-key' | 'support-email' | 'seller' | 'test-payments', string>>;

export function appFacts({ config, keys }: PagesContext): AppFacts {
  return {
    'anon-key': keys.signAlike({ role: 'anon' }),
    'support-email': config.email.supportEmail,
    seller: config.seller.join('\n'),
    'test-payments': config.stripe.testPayments ? 'yes' : 'no',
  };
}

export function fillAppDocument(document: string, siteUrl: string, path: string, facts: AppFacts): string {
  const metas = Object.entries(facts).map(([name, content]) => named(name, content));
  return document.replace('</head>', () => `${appHead(siteUrl, path)}${metas.join('')}</head>`);
}

function withFrame({ appDocument, staticFrames, assets }: AppBuild, path: string, facts: AppFacts): string {
  const frame = staticFrames.frames.find((each) => each.path === path);
  const { scripts } = frame ?? staticFrames;
  const links = [...assets.fonts.map(fontLink), ...scripts.map(scriptLink)];
  const linked = appDocument.replace(BUILT_PRELOADS, '').replace('</head>', () => `${links.join('')}</head>`);
  if (frame === undefined) return linked;
  const html = frame.html
    .replaceAll('{{support-email}}', () => escapeHtml(facts['support-email']))
    .replaceAll('{{seller}}', () => escapeHtml(facts.seller));
  return linked.replace(EMPTY_BODY, () => `<div id="root">${html}</div>`);
}

const BUILT_PRELOADS = /\s*<link rel="modulepreload"[^>]*>/g;
const EMPTY_BODY = /<div id="root"><\/div>\s*<noscript>.*?<\/noscript>/s;

function fontLink(href: string): string {
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}" />`;
}

function scriptLink(href: string): string {
  return `<link rel="modulepreload" crossorigin href="${href}" />`;
}
