import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { findPages } from '../seasons/catalogue.ts';
import { editionOf, filesOf, infoOf, readSeasonFiles } from '../seasons/press/letter-files.ts';
import { Press } from '../seasons/press/press.ts';
import type { Letter } from '../seasons/season.ts';
import { featuredSeason } from '../seasons/shelf.ts';

/** The shape of `pages.json`, which the build reads; the pictures are beside it. */
export interface FirstPages {
  readonly pages: readonly {
    readonly letter: number;
    readonly width: number;
    readonly height: number;
    readonly described: string;
  }[];
  /** The first page of the letter that visitors may read, as text. */
  readonly readable: { readonly letter: number; readonly dateline: string; readonly paragraphs: readonly string[] };
}

const ROOT = join(import.meta.dirname, '..');
const SEASONS = join(ROOT, 'seasons');
const CACHE = join(ROOT, 'node_modules', '.cache', 'first-pages');
/** Changing it remakes all pictures. */
const RECIPE = 1;
const SUBSCRIBER = 'You';
const SHOWN = { width: 640, quality: 55 } as const;
const DOWNLOAD = { width: 1275, colours: 16 } as const;
const PAGE = { width: 612, height: 792 } as const;
const SHOWN_SIZE = { width: SHOWN.width, height: Math.round((SHOWN.width * PAGE.height) / PAGE.width) } as const;

/**
 * Makes the pictures that the public may see of the featured season, unless those letters were typeset before.
 * @returns the folder that they lie in
 */
export async function makeFirstPages(): Promise<string> {
  const season = featuredSeason();
  const manifest = findPages(season.id);
  if (manifest === null) throw new Error(`The season ${season.id} has no pages to show.`);
  const all = readSeasonFiles(SEASONS, manifest.name, manifest.folder);
  const shown = season.firstPages.map(({ letter: number, ...page }) => {
    const letter = manifest.letters.find((candidate) => candidate.number === number);
    if (letter === undefined) throw new Error(`The season ${season.id} has no letter ${number}.`);
    const info = infoOf(manifest, letter);
    return { ...page, letter, info, edition: editionOf(filesOf(all, info), info) };
  });
  const key = createHash('sha256')
    .update(JSON.stringify([RECIPE, shown.map(({ edition, described, readable }) => [edition, described, readable])]))
    .digest('hex');
  const folder = join(CACHE, key.slice(0, 16));
  if (existsSync(folder)) return folder;

  const press = await Press.open(all);
  const making = `${folder}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  for (const { letter, info } of shown)
    await drawPage(press.pictures(info, SUBSCRIBER)[0] ?? '', letter.number, making);
  const readable = shown.find((page) => page.readable);
  if (readable === undefined) throw new Error(`No first page of ${season.id} may be read.`);
  const pages = shown.map(({ letter, described }) => ({
    letter: letter.number,
    ...SHOWN_SIZE,
    described,
  }));
  const made: FirstPages = { pages, readable: await readFirstPage(press, readable.letter, readable.info) };
  writeFileSync(join(making, 'pages.json'), JSON.stringify(made));
  moveInto(making, folder);
  return folder;
}

async function drawPage(picture: string, letter: number, folder: string): Promise<void> {
  const page = sharp(Buffer.from(picture), { density: (72 * DOWNLOAD.width) / PAGE.width });
  const large = await page
    .resize({ width: DOWNLOAD.width })
    .png({ palette: true, colours: DOWNLOAD.colours })
    .toBuffer();
  const small = await sharp(large).resize(SHOWN_SIZE).webp({ quality: SHOWN.quality }).toBuffer();
  writeFileSync(join(folder, `letter-${letter}.png`), large);
  writeFileSync(join(folder, `letter-${letter}.webp`), small);
}

/** Another build may have made the folder meanwhile; then that one is kept. */
function moveInto(making: string, folder: string): void {
  try {
    renameSync(making, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(making, { recursive: true });
  }
}

/** The words on a letter's first page; only the PDF knows where it ends. */
async function readFirstPage(
  press: Press,
  letter: Letter,
  info: Parameters<Press['text']>[0],
): Promise<FirstPages['readable']> {
  const html = press.text(info, letter.enclosures, SUBSCRIBER);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(press.pdf(info, SUBSCRIBER))), {
    mergePages: false,
  });
  const onPage = lettersOf(text[0] ?? '');
  const blocks = [...html.matchAll(/<p(?: class="(\w+)")?>(.*?)<\/p>/gs)].map(([, kind = '', words = '']) => ({
    kind,
    words: plainText(words),
  }));
  const start = blocks.findIndex(({ kind }) => kind === 'greeting');
  let at = onPage.indexOf(lettersOf(blocks[start]?.words ?? ''));
  if (start === -1 || at === -1) throw new Error(`The first page of letter ${letter.number} greets nobody.`);
  const paragraphs: string[] = [];
  for (const { words } of blocks.slice(start)) {
    const there = wordsAt(words, onPage, at);
    if (there !== '') paragraphs.push(there);
    at += lettersOf(there).length;
    if (there !== words) break;
  }
  return {
    letter: letter.number,
    dateline: blocks.find(({ kind }) => kind === 'dateline')?.words ?? '',
    paragraphs,
  };
}

/** As many `words` as follow one another `onPage` from there. */
function wordsAt(words: string, onPage: string, from: number): string {
  let at = from;
  const there: string[] = [];
  for (const word of words.split(' ')) {
    const letters = lettersOf(word);
    if (!onPage.startsWith(letters, at)) break;
    at += letters.length;
    there.push(word);
  }
  return there.join(' ');
}

function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function lettersOf(text: string): string {
  return text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '');
}

if (process.argv[1] === import.meta.filename) process.stdout.write(await makeFirstPages());
