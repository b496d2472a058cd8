import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './launch/chromium.mjs';

const executablePath = await findChromium();
/** Only `npm run screens` takes pictures. */
const IGNORED = process.env['SCREENS'] ? [] : ['screens.spec.ts'];
/** `npm run test:pages` runs every page in every state, and every variant of a journey. */
const FILTER = process.env['PAGES'] ? { grep: /@pages/ } : { grepInvert: /@pages/ };

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  ...FILTER,
  // Each test signs up its own users, so tests can share a shop.
  fullyParallel: true,
  // More workers than cores, since half of a test is waiting for emails, webhooks and windows.
  workers: 4,
  // `npm test` counts a test that passes only when it is repeated as failed, even with --retries.
  retries: 0,
  // A busy machine must not fail a test.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results/browser',
  reporter: 'list',
  testIgnore: IGNORED,
  use: {
    baseURL: process.env['BASE_URL'],
    browserName: 'chromium',
    // Most of a click is waiting until animations end. Tests of animations turn motion on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(executablePath && { executablePath }), args: CHROMIUM_ARGS },
    // Traces of all tests cost a third of the run; `npx playwright test --trace on NAME` records one.
    screenshot: 'only-on-failure',
  },
});
