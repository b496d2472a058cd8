// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isRoot } from './lock.mjs';
import { run } from './prepare.mjs';

/** Chromium makes internet requests by default, on which no test may depend. */
export const CHROMIUM_ARGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/**
 * The headless shell comes first, because it takes a third less processor time.
 * @returns {Promise<string | undefined>} the path of CHROMIUM_PATH's, the system's or Playwright's Chromium
 */
export async function findChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return named;
  const { chromium } = await import('@playwright/test');
  return [HEADLESS_SHELL, '/usr/bin/chromium', '/usr/bin/google-chrome', chromium.executablePath()].find(runs);
}

/** @returns {Promise<string | undefined>} its path */
export async function installChromium() {
  if (isRoot() && existsSync('/etc/debian_version')) {
    await run('apt-get', ['update', '-q']);
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await run('apt-get', ['install', '-q', '-y', name], { ...process.env, DEBIAN_FRONTEND: 'noninteractive' });
      const installed = await findChromium();
      if (installed) return installed;
    }
  }
  await run('npx', ['playwright', 'install', ...(isRoot() ? ['--with-deps'] : []), 'chromium']);
  return findChromium();
}

/** Ubuntu's /usr/bin/chromium may only say how to install one. @param {string} path @returns {boolean} */
function runs(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
}
