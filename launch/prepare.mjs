// @ts-check
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder, takeLock } from './lock.mjs';

const OLDEST_NODE = [20, 19];
const BUILD_INPUTS = [
  'src',
  'seasons',
  'fakes',
  'launch',
  'db',
  'public',
  'vite.config.ts',
  'tsconfig.base.json',
  'package-lock.json',
  'SECURITY.md',
];
const BUILD_STAMP = join('dist', '.inputs');

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Its message is a sentence for the user; no stack is shown. */
export class PreparationError extends Error {}

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new PreparationError(
    `The Dead Letter Club needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`,
  );
}

/**
 * Installs and builds what is missing or stale, one process at a time.
 * @param {{ build: boolean }} wanted
 */
export async function prepare({ build }) {
  if (!areDependenciesStale() && !(build && isBuildStale())) return;
  requireWritableFolder();
  const lock = await waitForLock();
  try {
    if (areDependenciesStale()) await installDependencies();
    if (build && isBuildStale()) await buildShop();
  } finally {
    lock.release();
  }
}

function requireWritableFolder() {
  try {
    accessSync('.', constants.W_OK);
  } catch {
    const missing = areDependenciesStale() ? 'its dependencies are not installed' : 'it is not built';
    throw new PreparationError(
      `The folder ${ROOT} cannot be written, and ${missing}: run npm ci and npm run build where it can be.`,
    );
  }
}

async function waitForLock() {
  makeFolder('.data');
  for (let announced = false; ; announced = true) {
    const lock = takeLock('.data', 'preparation.lock', ROOT);
    if (lock.held) return lock;
    if (!announced) console.log(`Process ${lock.by.pid} is preparing this folder already; waiting for it.`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** npm writes node_modules/.package-lock.json last; packages for other platforms are optional and absent. */
function areDependenciesStale() {
  const installed = lockedPackages(join('node_modules', '.package-lock.json'));
  if (!installed) return true;
  return Object.entries(lockedPackages('package-lock.json') ?? {}).some(([path, wanted]) => {
    if (path === '') return false;
    const found = installed[path];
    return found ? found.version !== wanted.version : !wanted.optional;
  });
}

/**
 * @param {string} path
 * @returns {Record<string, { version: string, optional?: boolean }> | undefined}
 */
function lockedPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function installDependencies() {
  console.log('Installing dependencies. It takes about half a minute, and only the first time.');
  // The build needs the development packages, which NODE_ENV=production would leave out.
  const args = ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'];
  await runNpm(args, 'Installing the dependencies failed (npm ci); what npm said stands above.');
}

function isBuildStale() {
  try {
    return readFileSync(BUILD_STAMP, 'utf8') !== buildInputsHash();
  } catch {
    return true;
  }
}

export async function buildShop() {
  console.log('Building. It takes a few seconds, and only when the sources have changed.');
  const hash = buildInputsHash();
  rmSync(BUILD_STAMP, { force: true });
  const args = ['run', '--silent', 'build', '--', '--logLevel', 'error'];
  // A test runner sets NODE_ENV; the build must still be production's.
  await runNpm(args, 'The build failed; what it said stands above.', { NODE_ENV: 'production' });
  writeFileSync(BUILD_STAMP, hash);
}

function buildInputsHash() {
  const hash = createHash('sha256');
  for (const path of BUILD_INPUTS.flatMap(filesUnder)) hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

const SETTINGS = /^(DATABASE|STRIPE|SMTP|GOOGLE|GA4|AUTH|ASSET_BUCKET|USPS|POSTMARK|LOB|METRICS|OTEL)_/;

/** Neither npm nor the build needs settings of the shop. @param {NodeJS.ProcessEnv} environment @returns {NodeJS.ProcessEnv} */
export function withoutSecrets(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !SETTINGS.test(name)));
}

/**
 * @param {string[]} args
 * @param {string} failure
 * @param {NodeJS.ProcessEnv} [environment]
 */
async function runNpm(args, failure, environment) {
  const npm = process.env['npm_execpath'];
  const isNpm = npm !== undefined && basename(npm).startsWith('npm');
  const [command, first] = isNpm ? [process.execPath, [npm]] : ['npm', []];
  const code = await run(command, [...first, ...args], { ...withoutSecrets(process.env), ...environment });
  if (code !== 0) throw new PreparationError(failure);
}

/**
 * Ctrl-C or SIGTERM ends the command and then this process, with exit code 0.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {Promise<number>} its exit code
 */
export function run(command, args, environment = process.env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: environment,
    });
    let interrupted = false;
    const interrupt = () => {
      interrupted = true;
      child.kill('SIGTERM');
    };
    const finish = (/** @type {number} */ code) => {
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      if (interrupted) process.exit(0);
      resolve(code);
    };
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
    child.once('error', (error) => {
      console.error(`${command} could not be run: ${error.message}`);
      finish(127);
    });
    child.once('exit', (code) => finish(code ?? 1));
  });
}
