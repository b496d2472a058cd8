import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SeasonFacts, SeasonManifest } from '../season.ts';
import type { SeasonOnPaper } from './fault.ts';
import { type LetterText, readSource } from './source.ts';

/** Reads a season from `seasons/<name>`. @param seasons the folder of the seasons, absolute */
export async function loadSeason(seasons: string, name: string): Promise<SeasonOnPaper> {
  const folder = join(seasons, name);
  const { manifest } = (await import(pathToFileURL(join(folder, 'manifest.ts')).href)) as { manifest: SeasonManifest };
  const { facts } = (await import(pathToFileURL(join(folder, 'facts.ts')).href)) as { facts: SeasonFacts };
  const files = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/')),
  );
  return {
    manifest,
    facts,
    files,
    texts: readTexts(folder, files),
    artifacts: new Map(
      [...files]
        .filter((path) => /^artifacts\/[^/]+\.json$/.test(path))
        .map((path) => [
          path.slice('artifacts/'.length, -'.json'.length),
          spokenJson(readFileSync(join(folder, path), 'utf8')),
        ]),
    ),
    youngWords: readYoungWords(join(seasons, 'words.tsv')),
  };
}

/** Names of the folders that hold a season. */
export function seasonNames(seasons: string): string[] {
  return readdirSync(seasons).filter((name) => existsSync(join(seasons, name, 'manifest.ts')));
}

function readTexts(folder: string, files: ReadonlySet<string>): Map<number, LetterText> {
  const sources = [...files].map((path) => /^letters\/(\d\d)\.typ$/.exec(path)).filter((match) => match !== null);
  return new Map(
    sources.map(([path, number]) => [Number(number), readSource(readFileSync(join(folder, path), 'utf8'))]),
  );
}

/** The words of some data, without its braces. */
function spokenJson(json: string): string {
  const words: string[] = [];
  JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number') words.push(String(value));
    return value;
  });
  return words.join(' ');
}

function readYoungWords(file: string): Map<string, number> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [word = '', year = ''] = line.split('\t');
      return [word, Number(year)];
    }),
  );
}
