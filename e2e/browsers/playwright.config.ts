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

/**
 * What a driver can't do: WebKitGTK prints no PDF, only Firefox blocks storage as a user does, and a Firefox without a screen
 * never has the focus.
 */
const BEYOND: Readonly<Record<string, RegExp>> = {
  Chromium: /@blocks-storage/,
  Firefox: /@has-focus/,
  WebKit: /@blocks-storage|@prints/,
};

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
  projects: names.map((name) => ({ name, metadata: { engine: name }, grepInvert: BEYOND[name] ?? [] })),
});
