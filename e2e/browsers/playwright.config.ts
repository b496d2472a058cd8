import { defineConfig } from '@playwright/test';
import { findChromium } from '../../launch/chromium.mjs';
import { findOtherBrowsers } from '../../launch/other-browsers.mjs';

const { firefox, webkit } = findOtherBrowsers();
const installed = {
  Chromium: (await findChromium()) !== undefined,
  Firefox: firefox !== undefined,
  WebKit: webkit !== undefined,
};
const names = Object.entries(installed).flatMap(([name, isInstalled]) => (isInstalled ? [name] : []));

/** Playwright runs these tests; the browsers are driven by standard WebDriver (`drivers.ts`). */
export default defineConfig({
  testDir: '.',
  testMatch: '*.journey.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  globalSetup: '../global-setup.ts',
  outputDir: '../../test-results/browsers',
  reporter: 'list',
  projects: names.map((name) => ({ name, metadata: { engine: name } })),
});
