import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './launch/chromium.mjs';

const executablePath = await findChromium();
/** Pictures are taken by `npm run screens` alone. */
const PICTURES = process.env['SCREENS'] ? [] : ['screens.spec.ts'];
/** Every page in every state, and every variant of a journey: `npm run test:pages`. */
const WANTED = process.env['PAGES'] ? { grep: /@pages/ } : { grepInvert: /@pages/ };

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  ...WANTED,
  // Each test signs up its own people, so they may run side by side in one shop.
  fullyParallel: true,
  // More than the two cores that are reckoned with: a test waits as long as it works, for a mail, a webhook, a window that opens.
  workers: 4,
  // A test that passes only the second time is a failure: `npm test` counts it as one, even where --retries asks for more tries.
  retries: 0,
  // Generous, since nothing is measured here: a busy machine is no defect of ours.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results/browser',
  reporter: 'list',
  testIgnore: PICTURES,
  use: {
    baseURL: process.env['BASE_URL'],
    browserName: 'chromium',
    // Waiting for what moves to come to rest is the better part of a click; the tests of what moves ask for motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(executablePath && { executablePath }), args: CHROMIUM_ARGS },
    // A trace of every test would cost a third of the run: `npx playwright test --trace on NAME` makes one when it is wanted.
    screenshot: 'only-on-failure',
  },
});
