// @ts-check
// `npm run operator`, `payments:setup`, `backup`, `restore` and `verify`: run from the sources if the development packages are
// installed, otherwise from the build.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './prepare.mjs';

/** By the command's name: its program in `launch`, which finds the name and the rest in `process.argv`. @type {Record<string, string>} */
const PROGRAMS = {
  operator: 'operator',
  seed: 'operator',
  'payments-setup': 'operator',
  backup: 'backup',
  restore: 'backup',
  verify: 'backup',
};

const program = PROGRAMS[process.argv[2] ?? ''];
const built = join(ROOT, 'dist', 'launch', `${program}.js`);

if (program === undefined) fail(`Say which command to run: ${Object.keys(PROGRAMS).join(', ')}.`);
else if (existsSync(join(ROOT, 'node_modules', 'tsx'))) await runSource(program);
else if (existsSync(built)) await import(pathToFileURL(built).href);
else fail('The shop is not built: run npm ci and npm run build.');

/** @param {string} name */
async function runSource(name) {
  const { register } = await import('tsx/esm/api');
  register();
  await import(`./${name}.ts`);
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(sentence);
  process.exitCode = 1;
}
