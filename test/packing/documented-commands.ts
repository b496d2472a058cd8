import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './deployed-environments.ts';

/** A command of ours that docs/operating.md tells an operator to give. */
export interface DocumentedCommand {
  readonly text: string;
  /** `npm run X` is a script, `node dist/…` a file. */
  readonly script: string | null;
  readonly file: string | null;
  readonly args: readonly string[];
}

/** npm's short forms for scripts; `npm prune` and similar aren't scripts. */
const OF_SCRIPTS = ['start', 'test', 'stop'];
/** Opens its own shop, and installs missing packages. */
const OF_A_CHECKOUT = 'start';
const BEGINNINGS = /^(?:[A-Z][A-Z0-9_]*=\S+ )*(npm|node|npx|tsx) (.+)$/;

/** @returns each command once, as written; leaves out inline scripts (`node -e`) */
export function documentedCommands(): DocumentedCommand[] {
  const page = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
  const blocks = [...page.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) => block.split('\n'));
  const spans = [...page.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, span = '']) => span,
  );
  const fromComments = blocks.flatMap((line) =>
    [...line.matchAll(/(?:in the image|or): (.+)$/g)].map(([, command = '']) => command),
  );
  const texts = [...blocks, ...fromComments, ...spans].map((text) =>
    text
      .replace(/\s+#.*$/, '')
      .replace(/;.*$/, '')
      .trim(),
  );
  return [...new Set(texts)].flatMap(asCommand);
}

/** @returns the scripts of npm that a server has */
export function documentedScripts(): string[] {
  const scripts = documentedCommands().flatMap(({ script }) => (script === null ? [] : [script]));
  return [...new Set(scripts)].filter((script) => script !== OF_A_CHECKOUT);
}

function asCommand(text: string): DocumentedCommand[] {
  const [, program, rest = ''] = BEGINNINGS.exec(text) ?? [];
  if (program === undefined || rest.startsWith('-e ')) return [];
  const [first = '', second = '', ...others] = rest.split(/\s+/).filter((word) => word !== '--' && word !== '…');
  if (program !== 'npm') return [{ text, script: null, file: first, args: [second, ...others].filter(Boolean) }];
  if (first === 'run') return second === '' ? [] : [{ text, script: second, file: null, args: others }];
  return OF_SCRIPTS.includes(first) ? [{ text, script: first, file: null, args: [] }] : [];
}

/** Operator commands with their flags, also from the table "in the console, at a terminal". */
export function documentedOperatorCommands(): { readonly name: string; readonly flags: readonly string[] }[] {
  const page = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
  const [, table = ''] = /\| in the console \| at a terminal \|\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(page) ?? [];
  const cells = table.split('\n').map((row) => row.split(' | ')[1] ?? '');
  const inTable = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.split(' ')));
  const given = documentedCommands()
    .filter(({ script, file }) => script === 'operator' || file === 'dist/server/operator.js')
    .map(({ args }) => (args[0] === 'help' ? args.slice(1) : args));
  return [...inTable, ...given]
    .filter(([name]) => name !== undefined)
    .map(([name = '', ...words]) => ({
      name,
      flags: words.map((word) => word.replace(/^\[/, '')).filter((word) => word.startsWith('--')),
    }));
}
