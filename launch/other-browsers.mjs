// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRoot } from './lock.mjs';
import { run } from './prepare.mjs';

/** @typedef {{ firefox: string | undefined, webkit: { driver: string, browser: string } | undefined }} OtherBrowsers */

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
const DEBIAN_PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];

/** @returns {OtherBrowsers} what is on this machine */
export function findOtherBrowsers() {
  const firefox = process.env['FIREFOX_PATH'] ?? FIREFOX.find((path) => existsSync(path) && answers(path));
  const browser = miniBrowser();
  const hasDisplay = process.env['DISPLAY'] !== undefined || answers('Xvfb', '-help');
  const webkit = existsSync(WEBKIT_DRIVER) && browser !== undefined && hasDisplay;
  return { firefox, webkit: webkit ? { driver: WEBKIT_DRIVER, browser } : undefined };
}

/** Debian and Ubuntu only, as root. @returns {Promise<OtherBrowsers>} */
export async function installOtherBrowsers() {
  if (isRoot() && existsSync('/etc/debian_version')) {
    await run('apt-get', ['update', '-q']);
    for (const name of DEBIAN_PACKAGES)
      await run('apt-get', ['install', '-q', '-y', name], { ...process.env, DEBIAN_FRONTEND: 'noninteractive' });
  }
  return findOtherBrowsers();
}

/** WebKitGTK's own small browser, which its driver starts. */
function miniBrowser() {
  const libraries = ['/usr/lib', '/usr/libexec'].filter((path) => existsSync(path));
  const folders = libraries.flatMap((path) => [path, ...readdirSync(path).map((name) => join(path, name))]);
  return folders
    .flatMap((folder) => ['webkit2gtk-4.1', 'webkit2gtk-4.0'].map((name) => join(folder, name, 'MiniBrowser')))
    .find((path) => existsSync(path));
}

/** @param {string} program @param {string} argument */
function answers(program, argument = '--version') {
  return spawnSync(program, [argument], { stdio: 'ignore' }).status === 0;
}
