// @ts-check
// What `npm test` runs. Node built-ins only: it may be the first thing that runs in a fresh clone.
import { readFileSync, rmSync } from 'node:fs';
import { PreparationError, ROOT, buildShop, checkNode, prepare, run } from './prepare.mjs';

/**
 * @typedef {{ passed: number, failed: number }} Tally
 * @typedef {{ title: string, execute: () => Promise<Tally> }} Step
 */

const VITEST_REPORT = 'test-results/vitest.json';
const PLAYWRIGHT_REPORT = 'test-results/playwright.json';

/**
 * Those in one row run at the same time: each reads the sources with one core, and the tests want all of them.
 *
 * @type {Step[][]}
 */
const STEPS = [
  [{ title: 'Build', execute: build }],
  [
    { title: 'Types', execute: () => check('tsc', ['--build']) },
    { title: 'Lint', execute: () => check('oxlint', ['--type-aware', '--deny-warnings']) },
    { title: 'Format', execute: () => check('oxfmt', ['--check']) },
  ],
  [{ title: 'Unit and integration tests', execute: runVitest }],
  [{ title: 'Browser tests', execute: runPlaywright }],
];

try {
  checkNode();
  process.chdir(ROOT);
  await prepare({ build: false });
  const { passed, failed } = await runSteps();
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
} catch (error) {
  console.error(error instanceof PreparationError ? error.message : error);
  console.log('\n0 passed, 1 failed');
  process.exit(1);
}

/** A step that fails does not keep the others from telling what they found. */
async function runSteps() {
  const total = { passed: 0, failed: 0 };
  for (const steps of STEPS) {
    console.log(`\n── ${steps.map(({ title }) => title).join(', ')} ──`);
    for (const { passed, failed } of await Promise.all(steps.map(runStep))) {
      total.passed += passed;
      total.failed += failed;
    }
  }
  return total;
}

/** @param {Step} step */
async function runStep({ title, execute }) {
  const began = performance.now();
  const tally = await execute();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`   ${title}: ${tally.passed} passed, ${tally.failed} failed in ${seconds} s`);
  return tally;
}

async function build() {
  try {
    await buildShop();
    return { passed: 1, failed: 0 };
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error;
    console.error(error.message);
    return { passed: 0, failed: 1 };
  }
}

/**
 * A tool that answers yes or no counts as one test.
 *
 * @param {string} tool
 * @param {string[]} args
 * @returns {Promise<Tally>}
 */
async function check(tool, args) {
  const code = await runTool(tool, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function runVitest() {
  rmSync(VITEST_REPORT, { force: true });
  const code = await runTool('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${VITEST_REPORT}`,
  ]);
  const report = readReport(VITEST_REPORT);
  return judge(code, { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 });
}

async function runPlaywright() {
  const { findChromium, installChromium } = await import('./chromium.mjs');
  const chromium = (await findChromium()) ?? (await installChromium());
  if (!chromium) {
    console.error('There is no Chromium and none could be installed; name one with CHROMIUM_PATH.');
    return { passed: 0, failed: 1 };
  }
  rmSync(PLAYWRIGHT_REPORT, { force: true });
  const code = await runTool('playwright', ['test', '--reporter=list,json'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT_REPORT,
  });
  const stats = readReport(PLAYWRIGHT_REPORT)?.stats;
  // What passed only when tried again is named in Playwright's own summary, as flaky.
  const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0);
  return judge(code, { passed, failed: stats?.unexpected ?? 0 });
}

/**
 * What a runner counted, and its own opinion: no test at all, a file that cannot be loaded or a set-up that breaks is
 * a failure without being a failed test.
 *
 * @param {number} code
 * @param {Tally} counted
 * @returns {Tally}
 */
function judge(code, { passed, failed }) {
  const brokenOtherwise = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: brokenOtherwise ? 1 : failed };
}

/**
 * @param {string} path
 * @returns {any}
 */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} tool
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [environment]
 */
function runTool(tool, args, environment) {
  return run(`node_modules/.bin/${tool}`, args, environment);
}
