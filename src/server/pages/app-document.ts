import type { PagesContext } from './public-pages.ts';
import { type Representation, represent } from './representation.ts';
import { headersOf } from './security-headers.ts';

/** The single-page app's document, with what the app must know before its first call written into its head. */
export async function representAppDocument(ctx: PagesContext, document: string): Promise<Representation> {
  return represent(
    { body: Buffer.from(fillAppDocument(document, await appFacts(ctx))) },
    {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, max-age=0, must-revalidate',
      ...headersOf('app', ctx.config),
    },
  );
}

/** Read by the app from `<meta>`: the public token (PRODUCT, rule 1) and where to write to. */
export async function appFacts({ config, keys }: PagesContext): Promise<Readonly<Record<string, string>>> {
  return {
    'anon-key': await keys.sign({ role: 'anon' }),
    'support-email': config.mail.supportEmail,
    'test-payments': config.stripe.testPayments ? 'yes' : 'no',
  };
}

export function fillAppDocument(document: string, facts: Readonly<Record<string, string>>): string {
  const metas = Object.entries(facts).map(
    ([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}" />`,
  );
  return document.replace('</head>', () => `${metas.join('')}</head>`);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
