import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { checkSeason } from '../seasons/check/check.ts';
import type { Fault } from '../seasons/check/fault.ts';
import { loadSeason, seasonNames } from '../seasons/check/load.ts';
import { checkPages } from '../seasons/check/pages.ts';
import { checkShown, readShown } from '../seasons/check/spoilers.ts';
import { infoOf } from '../seasons/press/letter-files.ts';
import { TypesettingError } from '../seasons/press/errors.ts';
import { Press } from '../seasons/press/press.ts';
import { setProofBook } from '../seasons/press/proof.ts';
import { setSlips } from '../seasons/press/slips.ts';
import type { Letter, SeasonManifest } from '../seasons/season.ts';

const ROOT = join(import.meta.dirname, '..');
const SEASONS = join(ROOT, 'seasons');
const OUT = join(ROOT, '.data', 'season');

const USAGE = `npm run season -- check                 what is wrong with a season
npm run season -- proof                 the whole season with its clues, for the house only: .data/season
npm run season -- slips                 a sheet of hint slips for each letter with a puzzle: .data/season
npm run season -- pictures              the first page of each letter: docs/season
npm run season -- print N [--name NAME] one letter: PDF, a picture of each page, text
                  --season FOLDER       another season than the first`;

/** Small enough to be kept beside the code: eight shades of grey, or of the paper's own colors. */
const PICTURE = { width: 800, colours: 8 } as const;

const [command, ...rest] = process.argv.slice(2);
process.exitCode = await main(command, rest);

async function main(command: string | undefined, args: readonly string[]): Promise<number> {
  const name = option(args, '--season') ?? seasonNames(SEASONS)[0] ?? '';
  switch (command) {
    case 'check':
      return await check(name);
    case 'proof':
      return await proof(name);
    case 'slips':
      return await slips(name);
    case 'pictures':
      return await pictures(name);
    case 'print':
      return await print(name, Number(args[0]), option(args, '--name'));
    default:
      console.log(USAGE);
      return command === undefined || command === 'help' ? 0 : 1;
  }
}

function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at === -1 ? undefined : args[at + 1];
}

async function check(name: string): Promise<number> {
  const season = await loadSeason(SEASONS, name);
  const faults = [...checkSeason(season), ...checkShown(season.manifest.guarded, readShown(ROOT))];
  const press = await Press.ofSeason(SEASONS, name);
  for (const letter of season.manifest.letters) faults.push(...setPages(press, season.manifest, letter));
  for (const { kind, letter, says } of faults)
    console.log(`${letter === null ? '' : `letter ${letter}: `}${kind}: ${says}`);
  console.log(faults.length === 0 ? `Season ${name}: nothing to mend.` : `Season ${name}: ${faults.length} to mend.`);
  return faults.length === 0 ? 0 : 1;
}

function setPages(press: Press, season: SeasonManifest, letter: Letter): Fault[] {
  try {
    return checkPages(press, { ...season, letters: [letter] });
  } catch (error) {
    if (!(error instanceof TypesettingError)) throw error;
    return [{ kind: 'source', letter: letter.number, says: error.message }];
  }
}

async function proof(name: string): Promise<number> {
  const season = await loadSeason(SEASONS, name);
  const file = join(folder(), `${name}-proof.pdf`);
  writeFileSync(file, setProofBook(await Press.ofSeason(SEASONS, name), season));
  console.log(file);
  return 0;
}

async function slips(name: string): Promise<number> {
  const { manifest } = await loadSeason(SEASONS, name);
  const press = await Press.ofSeason(SEASONS, name);
  for (const puzzle of manifest.puzzles) {
    const file = join(folder(), `${name}-${String(puzzle.letter).padStart(2, '0')}-slips.pdf`);
    writeFileSync(file, setSlips(press, puzzle));
    console.log(file);
  }
  return 0;
}

async function pictures(name: string): Promise<number> {
  const { manifest } = await loadSeason(SEASONS, name);
  const press = await Press.ofSeason(SEASONS, name);
  const out = join(ROOT, 'docs', 'season');
  mkdirSync(out, { recursive: true });
  for (const letter of manifest.letters) {
    const [first = ''] = press.pictures(infoOf(manifest, letter), 'Reader');
    const page = sharp(Buffer.from(first), { density: 96 }).resize({ width: PICTURE.width });
    const file = join(out, `${String(letter.number).padStart(2, '0')}.png`);
    writeFileSync(file, await page.png({ palette: true, colours: PICTURE.colours, effort: 10 }).toBuffer());
    console.log(file);
  }
  return 0;
}

async function print(name: string, number: number, subscriber = 'Reader'): Promise<number> {
  const { manifest } = await loadSeason(SEASONS, name);
  const letter = manifest.letters.find((candidate) => candidate.number === number);
  if (letter === undefined) {
    console.log(`Season ${name} has no letter ${number}.`);
    return 1;
  }
  const press = await Press.ofSeason(SEASONS, name);
  const info = infoOf(manifest, letter);
  const base = join(folder(), `${name}-${String(number).padStart(2, '0')}`);
  writeFileSync(`${base}.pdf`, press.pdf(info, subscriber));
  for (const [index, picture] of press.pictures(info, subscriber).entries())
    writeFileSync(`${base}-${index + 1}.svg`, picture);
  writeFileSync(`${base}.html`, press.text(info, letter.enclosures, subscriber));
  console.log(`${base}.pdf, its pages as .svg, its text as .html`);
  return 0;
}

function folder(): string {
  mkdirSync(OUT, { recursive: true });
  return OUT;
}
