import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StaticFrame, StaticFrames } from '../src/contract/static-frames.ts';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** The page modules of the paths that have a static frame: their chunks are preloaded with the app's. */
const PAGE_MODULES: Readonly<Record<string, readonly string[]>> = {
  '/signup': ['pages/auth/signup-page.tsx'],
  '/signin': ['pages/auth/signin-page.tsx'],
  '/forgot-password': ['pages/auth/forgot-password-page.tsx'],
  '/season-selection': ['pages/checkout/season-page.tsx'],
  '/gift-subscription': ['pages/gift/gift-page.tsx'],
  '/shipping': ['pages/checkout/shipping-page.tsx'],
  '/payment': ['pages/checkout/payment-page.tsx'],
  '/account': ['pages/account/account-frame.tsx', 'pages/account/overview-page.tsx'],
};

/** Renders the static frames, and tells the server which scripts each page preloads. */
export async function writeStaticFrames(dist: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(dist, 'web/.vite/manifest.json'), 'utf8')) as Manifest;
  const renderer = pathToFileURL(join(dist, 'frames/static-frames.js')).href;
  const { renderStaticFrames } = (await import(renderer)) as {
    readonly renderStaticFrames: () => readonly StaticFrame[];
  };
  const frames = renderStaticFrames().map((frame) => ({
    ...frame,
    scripts: scriptsOf(manifest, ['app/main.tsx', ...(PAGE_MODULES[frame.path] ?? [])]),
  }));
  const written: StaticFrames = { frames, scripts: scriptsOf(manifest, ['app/main.tsx']) };
  await writeFile(join(dist, 'static-frames.json'), JSON.stringify(written));
  await rm(join(dist, 'frames'), { recursive: true });
}

/** The files of these modules and of all that they import, except `app.html`'s. */
function scriptsOf(manifest: Manifest, modules: readonly string[]): string[] {
  const found = new Set<string>();
  const collect = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no ${key}.`);
    if (key === 'app.html' || found.has(`/${chunk.file}`)) return;
    found.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) collect(imported);
  };
  for (const module of modules) collect(module);
  return [...found];
}
