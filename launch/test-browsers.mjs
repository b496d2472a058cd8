// @ts-check
// `npm run test:browsers`: the journeys of e2e/browsers in Chromium, Firefox and WebKit. Node built-ins only, because
// nothing may be installed yet.
import { PreparationError, ROOT, checkNode, prepare, run } from './prepare.mjs';

try {
  checkNode();
  process.chdir(ROOT);
  await prepare({ build: true });
  const { findChromium, installChromium } = await import('./chromium.mjs');
  const { findOtherBrowsers, installOtherBrowsers } = await import('./other-browsers.mjs');
  const chromium = (await findChromium()) ?? (await installChromium());
  const found = findOtherBrowsers();
  const { firefox, webkit } = found.firefox && found.webkit ? found : await installOtherBrowsers();
  if (!firefox) console.log('Firefox is skipped: it is not installed here, and could not be. Debian: firefox-esr.');
  if (!webkit)
    console.log('WebKit is skipped: it is not installed here, and could not be. Debian: webkit2gtk-driver, xvfb.');
  const environment = { ...process.env, ...(chromium && { CHROMIUM_PATH: chromium }) };
  const args = ['test', '--config', 'e2e/browsers/playwright.config.ts', ...process.argv.slice(2)];
  process.exitCode = await run('node_modules/.bin/playwright', args, environment);
} catch (error) {
  if (!(error instanceof PreparationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
