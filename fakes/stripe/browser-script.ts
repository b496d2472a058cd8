import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let bundled: Promise<string> | undefined;

/** Stripe.js as one classic script, bundled from its sources at the first request. */
export function browserScript(): Promise<string> {
  bundled ??= bundle();
  return bundled;
}

async function bundle(): Promise<string> {
  const { build } = await import('vite');
  const root = join(checkout(), 'fakes/stripe/browser');
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: join(root, 'stand-in.ts'), formats: ['iife'], name: 'StripeStandIn' } },
  });
  const chunk = Array.isArray(built) ? built[0]?.output[0] : undefined;
  if (!chunk) throw new Error('The stand-in for Stripe.js could not be bundled.');
  return chunk.code;
}

/** The folder of package.json, found from the source and from `dist` alike. */
function checkout(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}
