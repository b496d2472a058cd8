import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Letter, SeasonManifest } from '../season.ts';

/** By path below the folder of the seasons. */
export type Files = ReadonlyMap<string, Buffer>;

/** What the stationery asks of the manifest; what is not on paper is not in it. */
export interface LetterInfo {
  readonly season: string;
  readonly number: number;
  readonly title: string;
  readonly author: string;
  readonly stationery: string;
  readonly annotated: boolean;
  readonly enclosures: readonly { readonly id: string; readonly inline: boolean }[];
}

export const PACKED_FONT = '.ttf.br';
/** Part of an edition: another version may set another page. */
export const COMPILER = '@myriaddreamin/typst-ts-node-compiler 0.7.0';
/** The face for names in Chinese and Japanese lies with the labels' faces. */
const NAMES_FACE = `fonts/han${PACKED_FONT}`;

export function infoOf(season: SeasonManifest, letter: Letter): LetterInfo {
  const writer = season.writers[letter.writer];
  return {
    season: season.name,
    number: letter.number,
    title: letter.title,
    author: writer?.name ?? letter.writer,
    stationery: letter.stationery ?? writer?.stationery ?? letter.writer,
    annotated: letter.annotatedBy !== undefined,
    enclosures: letter.enclosures.map(({ id, place }) => ({ id, inline: place === 'inline' })),
  };
}

export function sourceOf({ season, number }: Pick<LetterInfo, 'season' | 'number'>): string {
  return posix.join(season, 'letters', `${String(number).padStart(2, '0')}.typ`);
}

/**
 * Everything that a season's pages are made of.
 * @param seasons the folder of the seasons, absolute
 * @param own where the season's own files lie, if not beside the others
 */
export function readSeasonFiles(seasons: string, name: string, own = join(seasons, name)): Map<string, Buffer> {
  const folders = { press: join(seasons, 'press'), fonts: join(seasons, 'fonts'), [name]: own };
  const paths = Object.entries(folders)
    .flatMap(([folder, place]) =>
      readdirSync(place, { recursive: true, encoding: 'utf8' }).map((path) => ({
        path: posix.join(folder, path.replaceAll('\\', '/')),
        file: join(place, path),
      })),
    )
    .filter(({ path }) => /\.typ$|\.ttf\.br$|\/artifacts\/[^/]+\.json$/.test(path))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  const files = new Map(paths.map(({ path, file }) => [path, readFileSync(file)]));
  files.set(NAMES_FACE, readFileSync(join(seasons, '..', 'fonts', 'labels', `han${PACKED_FONT}`)));
  return files;
}

/** Sheets for the house, which no letter is made of. */
const HOUSE = ['press/proof.typ', 'press/slips.typ', 'press/stuffing.typ'] as const;

export function readProofFiles(seasons: string): Map<string, Buffer> {
  return new Map(HOUSE.map((path) => [path, readFileSync(join(seasons, path))]));
}

/** Those of a season's files that one letter's pages are made of. */
export function filesOf(all: Files, info: LetterInfo): Map<string, Buffer> {
  const enclosed = new Set(info.enclosures.flatMap(({ id }) => [`${id}.typ`, `${id}.json`]));
  const isNeeded = (path: string): boolean => {
    const [folder, room, file = ''] = path.split('/');
    if (folder !== info.season) return !HOUSE.some((house) => house === path);
    if (room === 'letters') return path === sourceOf(info);
    return room === 'stationery' || (room === 'artifacts' && (enclosed.has(file) || file === 'draw.typ'));
  };
  return new Map([...all].filter(([path]) => isNeeded(path)));
}

/** An edition is the hash of what a letter's pages are made of. */
export function editionOf(files: Files, info: LetterInfo): string {
  const hash = createHash('sha256').update(`${COMPILER}\0${JSON.stringify(info)}\0`);
  for (const [path, bytes] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
    hash.update(`${path}\0${sha256(bytes)}\0`);
  }
  return hash.digest('hex');
}

/** A file is hashed once, though every letter of a season is made of it. */
const hashes = new WeakMap<Buffer, string>();

export function sha256(bytes: Buffer): string {
  const hash = hashes.get(bytes) ?? createHash('sha256').update(bytes).digest('hex');
  hashes.set(bytes, hash);
  return hash;
}
