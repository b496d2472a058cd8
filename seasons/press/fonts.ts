import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

const PACKED = '.ttf.br';

/** The faces of the letters as TrueType, in the order of their names, so that the press is the same everywhere. */
export function readFonts(seasons: string): Buffer[] {
  const folder = join(seasons, 'fonts');
  const letters = readdirSync(folder)
    .filter((name) => name.endsWith(PACKED))
    .sort()
    .map((name) => join(folder, name));
  const han = join(seasons, '../fonts/labels', `han${PACKED}`);
  return [...letters, han].map((file) => brotliDecompressSync(readFileSync(file)));
}
