import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pLimit from 'p-limit';
import type { StaticFrames } from '../../../contract/static-frames.ts';
import type { PublicPageAssets, RenderPublicPages } from '../../../contract/public-pages.ts';
import { CASE_WORKER_PATH } from '../../../contract/site-paths.ts';
import { resolveAssetPath } from '../config/asset-path.ts';
import type { Content } from './representation.ts';

export interface BuildOutput {
  readonly render: RenderPublicPages;
  readonly assets: PublicPageAssets;
  readonly appDocument: string;
  readonly staticFrames: StaticFrames;
  readonly files: BuiltFiles;
}

export interface BuiltFile extends Content {
  readonly type: string;
}

export async function readBuildOutput(dist = distFolder()): Promise<BuildOutput> {
  const [pages, scripts] = await Promise.all([readManifest(dist, 'pages'), readManifest(dist, 'scripts')]);
  const files = await readBuiltFiles(dist);
  return {
    render: await importRenderer(join(dist, 'pages/render.js')),
    assets: {
      stylesheets: Object.values(pages).flatMap(({ file }) => (file.endsWith('.css') ? [`/${file}`] : [])),
      fonts: Object.values(pages).flatMap(({ file }) => (/-basic-.*\.woff2$/.test(file) ? [`/${file}`] : [])),
      scripts: [`/${entry(scripts, 'public/enhance.ts').file}`],
    },
    appDocument: await readFile(join(dist, 'web/app.html'), 'utf8'),
    staticFrames: JSON.parse(await readFile(join(dist, 'static-frames.json'), 'utf8')) as StaticFrames,
    files,
  };
}

type BuiltFiles = ReadonlyMap<string, BuiltFile>;

const filesRead = new Map<string, Promise<BuiltFiles>>();

export async function readBuiltFiles(dist = distFolder()): Promise<BuiltFiles> {
  const known = filesRead.get(dist) ?? readBundles(dist);
  filesRead.set(dist, known);
  known.catch(() => filesRead.delete(dist));
  return await known;
}

async function readBundles(dist: string): Promise<BuiltFiles> {
  const files = await Promise.all(['web', 'scripts', 'pages'].map((bundle) => readFiles(join(dist, bundle))));
  return new Map(files.flat());
}

export function hasBuild(): boolean {
  try {
    return existsSync(distFolder());
  } catch {
    return false;
  }
}

function distFolder(): string {
  const missing = 'The pages have not been built: run `npm run build` first.';
  return dirname(dirname(resolveAssetPath('dist/pages/render.js', missing)));
}

type Manifest = Readonly<Record<string, { readonly file: string }>>;

async function readManifest(dist: string, bundle: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(dist, bundle, '.vite/manifest.json'), 'utf8')) as Manifest;
}

function entry(manifest: Manifest, source: string): Manifest[string] {
  const found = manifest[source];
  if (!found) throw new Error(`The build has no ${source}: run \`npm run build\` again.`);
  return found;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
const ALREADY_COMPRESSED = new Set(['.woff2', '.png', '.webp', '.ico']);

// Source maps and the renderer aren't served.
const SERVED_AT_TOP = new Set(['.svg', '.png', '.ico', '.txt', '.webmanifest']);

/** Reading all files at once failed with a system limit of 256 open files. */
const FILES_AT_ONCE = 20;

async function readFiles(bundle: string): Promise<[string, BuiltFile][]> {
  const paths = (await readdir(bundle, { recursive: true })).filter(isServed);
  return await pLimit(FILES_AT_ONCE).map(paths, async (path): Promise<[string, BuiltFile]> => {
    return [`/${path}`, await readBuiltFile(join(bundle, path))];
  });
}

function isServed(path: string): boolean {
  const extension = extname(path);
  if (path.startsWith('assets/')) return extension in TYPES;
  return `/${path}` === CASE_WORKER_PATH || (SERVED_AT_TOP.has(extension) && !path.startsWith('.'));
}

export function asBuiltFile(path: string, body: Buffer): BuiltFile {
  const extension = extname(path);
  return { body, compressed: ALREADY_COMPRESSED.has(extension), type: TYPES[extension] ?? 'application/octet-stream' };
}

async function readBuiltFile(path: string): Promise<BuiltFile> {
  const [body, br, gzip] = await Promise.all([readFile(path), readIfThere(`${path}.br`), readIfThere(`${path}.gz`)]);
  return { ...asBuiltFile(path, body), br, gzip };
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  return existsSync(path) ? await readFile(path) : undefined;
}

/** The path is computed, so that the compiler doesn't follow it: the server must not import `web`. */
async function importRenderer(path: string): Promise<RenderPublicPages> {
  type Renderer = { readonly renderPublicPages: RenderPublicPages };
  return ((await import(/* @vite-ignore */ pathToFileURL(path).href)) as Renderer).renderPublicPages;
}
