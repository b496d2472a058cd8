import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AppScreens, PaintedScreen } from '../src/contract/first-screens.ts';

/** What the first script of a page needs stays with it, and out of the other chunks. */
const OF_START =
  /vite\/(preload-helper|modulepreload-polyfill)|src\/web\/app\.html|src\/(web\/(analytics\/|promo-link|public\/session-marker|app\/(start|head-start|held-presses|double-clicks|session-storage-item)|pages\/checkout\/chosen-plan)|contract\/(event-paths|site-paths|session-storage)|domain\/(checkout|plans))/;

const CORE =
  /src\/web\/app\/roots\.ts|node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|react-store|store))\//;

const OF_CONSOLE = /src\/(web\/pages|contract)\/operator\//;

const OF_CONTRACT = /src\/contract\/(?!operator\/)|node_modules\/zod\//;

const OF_KIT =
  /src\/web\/app\/queries\.ts|node_modules\/(@supabase|@tanstack\/(query-core|react-query)|react-hook-form|@hookform)\//;

const OF_WAY =
  /src\/web\/pages\/(auth\/(signup|signin|forgot-password)-page|gift\/gift-page|checkout\/(season|shipping|payment)-page)\.tsx/;

const OF_ACCOUNT = /src\/web\/pages\/account\/(account-frame|overview-page)\.tsx/;

/** Few chunks, since each is a request; those of the way are evaluated one by one (decision 140). */
export const CHUNKS = [
  { name: 'start', test: OF_START, priority: 4 },
  { name: 'core', test: CORE, priority: 3 },
  { name: 'contract', test: OF_CONTRACT, priority: 3 },
  { name: 'kit', test: OF_KIT, priority: 3 },
  { name: 'pages', test: OF_WAY, priority: 2 },
  { name: 'main', test: /src\/web\/app\/main\.tsx/, priority: 1.5 },
  { name: 'account', test: OF_ACCOUNT, priority: 1.4 },
  { name: 'shared', test: (id: string) => !OF_CONSOLE.test(id), minShareCount: 2, priority: 1 },
  { name: 'console', test: OF_CONSOLE, minShareCount: 2, priority: 0 },
];

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** Renders the first screens, and tells the server which scripts each page needs. */
export async function writeAppScreens(dist: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(dist, 'web/.vite/manifest.json'), 'utf8')) as Manifest;
  const renderer = pathToFileURL(join(dist, 'screens/first-screens.js')).href;
  const { renderFirstScreens } = (await import(renderer)) as {
    readonly renderFirstScreens: () => Promise<readonly PaintedScreen[]>;
  };
  const main = scriptsOf(manifest, 'main');
  if (chunkOf(manifest, 'app.html').imports?.length) throw new Error('The first script must be one file.');
  const core = main.filter((file) => /\/core-/.test(file));
  const screens = (await renderFirstScreens()).map(({ waits, chunk, ...screen }) => ({
    ...screen,
    scripts: scriptsOf(manifest, 'main', chunk),
    waitsFor: waits ? core : null,
  }));
  const written: AppScreens = { screens, scripts: main };
  await writeFile(join(dist, 'app-screens.json'), JSON.stringify(written));
  // The renderer has done its work.
  await rm(join(dist, 'screens'), { recursive: true });
}

/** The chunks of these names and all they import, without the document's own script. */
function scriptsOf(manifest: Manifest, ...names: readonly string[]): string[] {
  const found = new Set<string>();
  const collect = (key: string) => {
    const { file, imports = [] } = chunkOf(manifest, key);
    if (key === 'app.html' || found.has(`/${file}`)) return;
    found.add(`/${file}`);
    for (const imported of imports) collect(imported);
  };
  for (const name of names) collect(Object.keys(manifest).find((key) => key.startsWith(`_${name}-`)) ?? name);
  return [...found];
}

function chunkOf(manifest: Manifest, key: string): Chunk {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`The build has no ${key}.`);
  return chunk;
}
