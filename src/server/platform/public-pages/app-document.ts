import { APP_PATHS, CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { APP_PATHS_WITH_HEAD, appHead, named } from './app-head.ts';
import type { PagesContext } from './public-pages.ts';
import { type Representation, represent } from './representation.ts';
import { headersOf, permissionsPolicy } from './security-headers.ts';

export interface AppDocuments {
  at(path: string): Representation;
}

/** These take secrets from emailed links and Google (rules/accounts 27). */
const ADDRESSES_WITH_KEYS: ReadonlySet<string> = new Set([
  APP_PATHS.authCallback,
  APP_PATHS.resetPassword,
  APP_PATHS.giftClaim,
  APP_PATHS.undo,
  APP_PATHS.connectGoogle,
]);

/** Scans envelopes; no other document may use the camera. */
const WITH_CAMERA = CONSOLE_PATHS.returns;

const OWN_DOCUMENT = [...new Set([...APP_PATHS_WITH_HEAD, ...ADDRESSES_WITH_KEYS, WITH_CAMERA])];

export async function representAppDocuments(ctx: PagesContext, document: string): Promise<AppDocuments> {
  const facts = appFacts(ctx);
  const representAt = (path: string) =>
    represent(
      { body: Buffer.from(fillAppDocument(document, ctx.config.siteUrl, path, facts)) },
      {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'private, max-age=0, must-revalidate',
        ...headersOf('app', ctx.config),
        ...(ADDRESSES_WITH_KEYS.has(path) && { 'Referrer-Policy': 'no-referrer' }),
        ...(path === WITH_CAMERA && { 'Permissions-Policy': permissionsPolicy({ camera: true }) }),
      },
    );
  const [any, ...own] = await Promise.all([
    representAt(''),
    ...OWN_DOCUMENT.map(async (path) => [path, await representAt(path)] as const),
  ]);
  const byPath = new Map(own);
  return { at: (path) => byPath.get(path) ?? any };
}

export function appFacts({ config, keys }: PagesContext): Readonly<Record<string, string>> {
  return {
    'anon-key': keys.signAlike({ role: 'anon' }),
    'support-email': config.email.supportEmail,
    'test-payments': config.stripe.testPayments ? 'yes' : 'no',
  };
}

export function fillAppDocument(
  document: string,
  siteUrl: string,
  path: string,
  facts: Readonly<Record<string, string>>,
): string {
  const metas = Object.entries(facts).map(([name, content]) => named(name, content));
  return document.replace('</head>', () => `${appHead(siteUrl, path)}${metas.join('')}</head>`);
}
