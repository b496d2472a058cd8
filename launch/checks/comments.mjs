// @ts-check
// Counts the words of comments in `src` per 100 lines, for each layer, and fails above the limit.
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { trackedFiles } from './tracked-files.mjs';

const WORDS_PER_100_LINES = 40;

/** @type {Map<string, { words: number, lines: number }>} */
const counted = new Map();
for (const file of trackedFiles('src', /(?<!\.test)\.tsx?$/)) {
  const text = readFileSync(file, 'utf8');
  const words = parseSync(file, text).comments.reduce((sum, { value }) => sum + wordsIn(value), 0);
  const lines = text.split('\n').length - 1;
  for (const name of [layerOf(file), 'src']) {
    const sofar = counted.get(name) ?? { words: 0, lines: 0 };
    counted.set(name, { words: sofar.words + words, lines: sofar.lines + lines });
  }
}

console.log('Words of comment per 100 lines:');
for (const [name, figures] of [...counted].sort(([one], [other]) => one.localeCompare(other)))
  console.log(`  ${name.padEnd(22)}${density(figures).toFixed(0).padStart(4)}`);
const whole = counted.get('src');
if (whole && density(whole) > WORDS_PER_100_LINES) {
  console.error(`Comments in src hold more than ${WORDS_PER_100_LINES} words per 100 lines.`);
  process.exit(1);
}

/** @param {string} comment */
function wordsIn(comment) {
  return (comment.match(/[\p{L}\p{N}][^\s]*/gu) ?? []).length;
}

/** @param {string} file */
function layerOf(file) {
  const [, room = '', layer = ''] = file.split('/');
  return room === 'server' && !layer.includes('.') ? `src/server/${layer}` : `src/${room}`;
}

/** @param {{ words: number, lines: number }} figures */
function density({ words, lines }) {
  return (100 * words) / lines;
}
