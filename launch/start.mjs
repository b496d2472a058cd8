// @ts-check
// `npm start` and `npm run dev`. Node built-ins only, because nothing may be installed yet.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PreparationError, ROOT, checkNode, prepare } from './prepare.mjs';

// Without a listener an error of a full disk would end the process.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const development = process.argv.includes('--dev');

try {
  checkNode();
  process.chdir(ROOT);
  await prepare({ build: !development });
  await (development ? startFromSources() : startFromBuild());
} catch (error) {
  if (!(error instanceof PreparationError)) throw error;
  console.error(error.message);
  process.exit(1);
}

async function startFromSources() {
  const { register } = await import('tsx/esm/api');
  register();
  await import('./dev.ts');
}

async function startFromBuild() {
  await import(pathToFileURL(join(ROOT, 'dist', 'launch', 'main.js')).href);
}
