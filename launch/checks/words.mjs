// @ts-check
// Lists words that no customer text may have (pages, dialogs, errors, emails), and stamps on errors. The console is not checked.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { trackedFiles } from './tracked-files.mjs';

const FOLDERS = ['src/web', 'src/emails', 'src/domain', 'src/server/platform/public-pages'];
const NOT_FOR_CUSTOMERS = /\.test\.tsx?$|^src\/web\/pages\/(operator|dev)\//;

/** @type {readonly (readonly [pattern: RegExp, instead: string])[]} */
const FORBIDDEN = [
  [/\be-mail/i, 'write "email"'],
  [/\bshall\b/i, 'write "will"'],
  [/\bwhom\b/i, 'write "who"'],
  [/\bwhoever\b/i, 'name who'],
  [/\bsomebody\b/i, 'write "someone"'],
  [/\bshould you\b/i, 'write "if you"'],
  [/\b(has|have|had) come\b/i, 'letters arrive'],
  [/\bRETURN/, 'no such stamp on errors and empty states'],
];

/** Voices of the story, and the two pages for unknown addresses. */
const EXCEPTIONS = [
  'I shall not be in a position to',
  'somebody has been decent enough',
  'would have ended somebody',
  'Neither did whoever did it.',
  'RETURN TO SENDER',
];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = FOLDERS.flatMap((folder) => trackedFiles(folder, /\.tsx?$/)).filter(
    (file) => !NOT_FOR_CUSTOMERS.test(file),
  );
  const faults = files.flatMap((file) => faultsIn(file, readFileSync(file, 'utf8')));
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exitCode = 1;
  }
}

/** @param {string} file @param {string} text @returns {string[]} one sentence each */
export function faultsIn(file, text) {
  /** @type {string[]} */
  const faults = [];
  const look = (/** @type {any} */ node) => {
    const fault = faultOf(node, text);
    if (fault !== null) faults.push(`${file}:${text.slice(0, node.start).split('\n').length}: ${fault}`);
  };
  new Visitor({ JSXElement: look, JSXText: look, Literal: look, TemplateElement: look }).visit(
    parseSync(file, text).program,
  );
  return faults;
}

/** @param {any} node @param {string} text @returns {string | null} */
function faultOf(node, text) {
  if (node.type === 'JSXElement' && isStampedError(text.slice(node.start, node.end))) return 'a stamp on an error';
  const words = wordsOf(node)?.replaceAll(/\s+/g, ' ');
  if (words === undefined) return null;
  const checked = EXCEPTIONS.reduce((rest, phrase) => rest.replaceAll(phrase, ''), words);
  for (const [pattern, instead] of FORBIDDEN) {
    const found = pattern.exec(checked);
    if (found !== null) return `"${found[0]}" in a customer's text: ${instead}`;
  }
  return null;
}

/** @param {any} node @returns {string | undefined} */
function wordsOf({ type, value }) {
  if (type === 'JSXText' || (type === 'Literal' && typeof value === 'string')) return value;
  return type === 'TemplateElement' ? value.cooked : undefined;
}

/** @param {string} element */
function isStampedError(element) {
  return element.includes('<Struck') && /tone="error"|<TryAgain/.test(element);
}
