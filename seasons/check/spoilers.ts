import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Fault } from './fault.ts';

/** What reaches visitors: sources of pages, emails and replies, and what the build makes of them. */
const SHOWN = ['src', 'fakes', 'fonts', 'dist/web', 'dist/scripts', 'dist/pages'];
/** Operators alone see these, or no reader does. */
const HIDDEN = /\.(?:test\.tsx?|map|br|gz)$/;
const BINARY = /\.(?:woff2?|ttf|png|jpe?g|ico|webp|avif)$/;

export interface Shown {
  readonly path: string;
  readonly text: string;
}

/** Every file that a visitor may be sent in any form, with its name. @param root the project's folder */
export function readShown(root: string): Shown[] {
  const seasons = readdirSync(join(root, 'seasons'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join('seasons', name, 'public.ts'));
  return [...SHOWN, ...seasons]
    .flatMap((path) => filesUnder(join(root, path)))
    .filter((file) => !HIDDEN.test(file))
    .map((file) => ({ path: relative(root, file), text: BINARY.test(file) ? '' : readFileSync(file, 'utf8') }));
}

function filesUnder(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesUnder(join(path, name)));
}

/** "Copy never says", in any page, bundle, email, reply or file name. */
export function checkShown(guarded: readonly string[], shown: readonly Shown[]): Fault[] {
  const phrases = guarded.map((phrase) => ({ phrase, said: spoken(phrase) }));
  return shown.flatMap(({ path, text }) => {
    const [name, body] = [spoken(path), spoken(text)];
    return phrases
      .filter(({ said }) => name.includes(said) || body.includes(said))
      .map(({ phrase }): Fault => ({ kind: 'guarded phrase', letter: null, says: `${path} says “${phrase}”.` }));
  });
}

/** Neither case nor breaks, hyphens of file names or marks of HTML hide a phrase. */
function spoken(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/<[^>]*>|&nbsp;|&shy;|\u00ad/g, ' ')
    .replaceAll(/[\s_/.\-’']+/g, ' ');
}
