// @ts-check
// `npm test`. Node built-ins only, because nothing may be installed yet.
import { readFileSync, rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { PreparationError, ROOT, buildShop, checkNode, prepare, run } from './prepare.mjs';

/**
 * @typedef {{ passed: number, failed: number, names?: string[] | undefined }} Tally `names`: what failed, and why, a text each
 * @typedef {{ title: string, execute: () => Promise<Tally> }} Step
 */

const VITEST_REPORT = 'test-results/vitest.json';
const PLAYWRIGHT_REPORT = 'test-results/playwright.json';

/** The steps of one row run at the same time. @type {Step[][]} */
const STEPS = [
  [{ title: 'Build', execute: build }],
  [
    { title: 'Types', execute: () => check('tsc', ['--build']) },
    { title: 'Lint', execute: () => check('oxlint', ['--type-aware', '--deny-warnings']) },
    { title: 'Format', execute: () => check('oxfmt', ['--check']) },
    { title: 'Layers', execute: () => runCheck('layers') },
    { title: 'Tables', execute: () => runCheck('tables') },
    { title: 'Comments', execute: () => runCheck('comments') },
    { title: 'Private members', execute: () => runCheck('private-members') },
    { title: 'Words', execute: () => runCheck('words') },
    { title: 'Browsers', execute: () => runCheck('browsers') },
    { title: 'Packages', execute: () => runCheck('packages') },
  ],
  [{ title: 'Unit and integration tests', execute: runVitest }],
  [{ title: 'Browser tests', execute: runPlaywright }],
];

try {
  checkNode();
  process.chdir(ROOT);
  await prepare({ build: false });
  const { passed, failed, names } = await runSteps();
  // Repeated at the end, where a truncated output still shows it.
  if (names.length > 0) console.log(`\n── What failed ──\n${names.join('\n')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
} catch (error) {
  console.error(error instanceof PreparationError ? error.message : error);
  console.log('\n0 passed, 1 failed');
  process.exit(1);
}

async function runSteps() {
  /** @type {{ passed: number, failed: number, names: string[] }} */
  const total = { passed: 0, failed: 0, names: [] };
  for (const steps of STEPS) {
    console.log(`\n── ${steps.map(({ title }) => title).join(', ')} ──`);
    for (const tally of await Promise.all(steps.map(runStep))) {
      total.passed += tally.passed;
      total.failed += tally.failed;
      total.names.push(...(tally.names ?? []));
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
  return tally.failed > 0 && !tally.names?.length ? { ...tally, names: [`${title}: told above.`] } : tally;
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

/** A tool counts as one test. @param {string} tool @param {string[]} args @returns {Promise<Tally>} */
async function check(tool, args) {
  const code = await runTool(tool, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * @param {string} name of a script in `launch/checks`
 * @returns {Promise<Tally>}
 */
async function runCheck(name) {
  const code = await run(process.execPath, [`launch/checks/${name}.mjs`]);
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
  return judge(code, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    names: failedInVitest(report),
  });
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
  const report = readReport(PLAYWRIGHT_REPORT);
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {};
  // A test that passed only when tried again has failed.
  return judge(code, { passed: expected, failed: unexpected + flaky, names: failedInPlaywright(report?.suites) });
}

/** @param {any} report */
function failedInVitest(report) {
  return (report?.testResults ?? []).flatMap((/** @type {any} */ file) => {
    const failed = file.assertionResults.filter((/** @type {any} */ { status }) => status === 'failed');
    if (file.status === 'failed' && failed.length === 0) return [named(file.name, 'the file itself', file.message)];
    return failed.map((/** @type {any} */ test) => named(file.name, test.fullName, test.failureMessages[0]));
  });
}

/** @param {any[]} [suites] @returns {string[]} */
function failedInPlaywright(suites = []) {
  return suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs
      .filter((/** @type {any} */ { tests }) => tests.some(failedOnce))
      .map((/** @type {any} */ { file, title, tests }) => {
        const { status, results } = tests.find(failedOnce);
        const failure = results.find((/** @type {any} */ { error }) => error)?.error.message;
        return named(file, status === 'flaky' ? `${title} (flaky: passed when tried again)` : title, failure);
      }),
    ...failedInPlaywright(inner),
  ]);
}

/** @param {any} test */
function failedOnce({ status }) {
  return status === 'unexpected' || status === 'flaky';
}

/**
 * A failed test with the beginning of its error.
 *
 * @param {string} file
 * @param {string} title
 * @param {string} [error]
 */
function named(file, title, error = '') {
  const lines = stripVTControlCharacters(error).split('\n');
  return [
    `${relative(ROOT, resolve(ROOT, 'e2e', file))} › ${title}`,
    ...lines.filter((line) => !line.includes('node_modules')).slice(0, 12),
  ].join('\n     ');
}

/**
 * No test at all, a file that cannot be loaded or a broken set-up is a failure without a failed test.
 * @param {number} code
 * @param {Tally} counted
 * @returns {Tally}
 */
function judge(code, { passed, failed, names }) {
  const brokenOtherwise = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: brokenOtherwise ? 1 : failed, names };
}

/** @param {string} path */
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
  return run(`node_modules/.bin/${tool}`, args, { ...process.env, ...environment });
}
