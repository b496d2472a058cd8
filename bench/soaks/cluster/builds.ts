import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { prepare } from '../../../launch/prepare.mjs';

export const BUILDS = ['one', 'other'] as const;
export type Build = (typeof BUILDS)[number];

const BUNDLES = ['web', 'scripts', 'pages'];
const TEXT = new Set(['.js', '.css', '.html', '.json', '.webmanifest']);
const HASHED = /-([\w-]{8})(\.\w+)$/;
/** What the server reads beside `dist`. */
const BESIDE = ['node_modules', 'db', 'fonts', 'seasons', 'package.json'];

/**
 * Two builds of the shop that have no hashed file in common: the second is the first with every hash reversed.
 * @returns the folder of each
 */
export async function makeBuilds(folder: string): Promise<Readonly<Record<Build, string>>> {
  await prepare({ build: true });
  const folders = { one: join(folder, 'build-one'), other: join(folder, 'build-other') };
  for (const build of BUILDS) copyBuild(folders[build]);
  turnHashes(join(folders.other, 'dist'));
  return folders;
}

export function assetNames(folder: string): ReadonlySet<string> {
  return new Set(BUNDLES.flatMap((bundle) => assetsOf(join(folder, 'dist', bundle))));
}

function copyBuild(folder: string): void {
  cpSync('dist', join(folder, 'dist'), { recursive: true });
  for (const name of BESIDE) if (existsSync(name)) symlinkSync(resolve(name), join(folder, name));
}

function assetsOf(bundle: string): string[] {
  const assets = join(bundle, 'assets');
  if (!existsSync(assets)) return [];
  return readdirSync(assets).filter((name) => HASHED.test(name) && !name.endsWith('.map'));
}

function turnHashes(dist: string): void {
  const names = BUNDLES.flatMap((bundle) => assetsOf(join(dist, bundle)));
  const turned = new Map(names.map((name) => [name, turn(name)]));
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) => !path.startsWith('server'));
  for (const path of files) rename(join(dist, path), turned);
}

function rename(path: string, turned: ReadonlyMap<string, string>): void {
  // Compressed copies would still name the files of the first build.
  if (/\.(br|gz|map)$/.test(path)) return rmSync(path);
  if (TEXT.has(extname(path))) {
    let text = readFileSync(path, 'utf8');
    for (const [name, other] of turned) text = text.replaceAll(name, other);
    writeFileSync(path, text);
  }
  const other = turned.get(basename(path));
  if (other !== undefined) renameSync(path, join(path, '..', other));
}

function turn(name: string): string {
  return name.replace(HASHED, (_, hash: string, ending: string) => `-${hash.split('').toReversed().join('')}${ending}`);
}
