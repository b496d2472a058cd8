import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';
import type { FirstPages } from './first-pages.ts';

const NAME = 'virtual:first-pages';
const RESOLVED = `\0${NAME}`;

/** Shared by all bundles, because each makes its own plugins. */
let made: Promise<string> | undefined;

/**
 * Gives the public pages their pictures of letters: `virtual:first-pages`. A separate process makes them during the build, once
 * for each edition.
 */
export function firstPages(root: string): Plugin {
  const make = async (): Promise<string> => {
    const program = ['--import', 'tsx', join(root, 'launch', 'first-pages.ts')];
    return (await promisify(execFile)(process.execPath, program, { cwd: root })).stdout.trim();
  };
  const start = (): Promise<string> => {
    made ??= make();
    // Awaited where the pages are bundled; until then a failure must not end the process.
    made.catch(() => undefined);
    return made;
  };
  return {
    name: 'first-pages',
    buildStart: () => void start(),
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load: async (id) => (id === RESOLVED ? moduleOf(await start()) : undefined),
  };
}

function moduleOf(folder: string): string {
  const { pages, readable } = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')) as FirstPages;
  const imports = pages.flatMap(({ letter }) =>
    ['webp', 'png'].map(
      (type) => `import ${type}${letter} from ${JSON.stringify(join(folder, `letter-${letter}.${type}`))};`,
    ),
  );
  const shown = pages.map(
    (page) => `{ ...${JSON.stringify(page)}, picture: webp${page.letter}, download: png${page.letter} }`,
  );
  return [
    ...imports,
    `export const FIRST_PAGES = [${shown.join(', ')}];`,
    `export const READABLE_PAGE = ${JSON.stringify(readable)};`,
  ].join('\n');
}
