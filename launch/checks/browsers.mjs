// @ts-check
// Compares what the pages use, in TypeScript and in CSS, with MDN's tables and `browserslist` in package.json. A feature
// that a supported browser lacks needs a line in FALLBACKS.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import browserslist from 'browserslist';
import { parse } from 'postcss';
import { parseSync, Visitor } from 'vite';
import { trackedFiles } from './tracked-files.mjs';

/** @type {Record<string, any>} */
const { api, css, html, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data');

/** What a browser without the feature does. @type {Readonly<Record<string, string>>} */
const FALLBACKS = {
  '@media scripting': 'a page is taken for one with script, and says in <noscript> what to do without',
  'forced-color-adjust': 'forced colors apply to the picture as well',
  'accent-color': 'the box has the color of the browser',
  'cursor: pointer': 'a phone has no pointer',
  'cursor: not-allowed': 'a phone has no pointer',
  'cursor: progress': 'a phone has no pointer',
  'scrollbar-color': 'the bar has the color of the browser',
  'scrollbar-width': 'the bar has the width of the browser',
  'box-decoration-break': 'the build adds the prefix',
  'user-select': 'the build adds the prefix',
  'field-sizing': 'a note is as tall as a copy of its text, a filter has a fixed width',
  resize: 'a field on a phone has one size',
  'text-size-adjust': 'Safari has it with a prefix; Firefox on a phone enlarges no text of a page with a viewport',
  'text-wrap': 'lines break where they are full',
  ':selection': 'a selection has the color of the browser',
  ':-webkit-progress-bar': 'Firefox has its own name',
  ':-webkit-progress-value': 'Firefox has its own name',
  ':-moz-progress-bar': 'the others have their own name',
  'break-after: avoid': 'a printed heading may end a sheet',
  'navigator.doNotTrack': 'a user of Safari has no such setting',
  '<details name>': 'a script closes the other questions',
  '<video playsInline>': 'Firefox shows every video in its place',
};

/** Objects of the window, and the interfaces that describe them. @type {Readonly<Record<string, string>>} */
const INTERFACES = {
  caches: 'CacheStorage',
  crypto: 'Crypto',
  document: 'Document',
  history: 'History',
  indexedDB: 'IDBFactory',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
  window: 'Window',
};

/** Methods of JavaScript's objects by name; a shared name counts with its oldest version. */
const METHODS = prototypeMethods();
const oldest = oldestBrowsers();
/** @type {Map<string, Set<string>>} */
const missing = new Map();

for (const file of trackedFiles('src/web', /\.css$/)) checkStyles(file);
for (const file of trackedFiles('src/web', /(?<!\.test)\.tsx?$/)) checkScript(file);
report();

function prototypeMethods() {
  /** @type {Record<string, any>} */
  const found = Object.create(null);
  for (const owner of ['Array', 'Map', 'Object', 'Promise', 'RegExp', 'Set', 'String', 'TypedArray'])
    for (const [name, feature] of Object.entries(javascript.builtins[owner] ?? {})) {
      if (name === '__compat' || name.endsWith('_static')) continue;
      const known = found[name];
      found[name] = known === undefined || isNewer(addedTo(known), addedTo(feature)) ? feature : known;
    }
  return found;
}

/** The Safari version that added it; Safari is the oldest supported browser. @param {any} feature */
function addedTo(feature) {
  const added = [feature['__compat']?.support.safari ?? []].flat()[0]?.version_added;
  return typeof added === 'string' ? added.replace('≤', '') : '999';
}

/** The oldest supported version of each browser, under MDN's names. */
function oldestBrowsers() {
  /** @type {Record<string, string>} */
  const names = { ios_saf: 'safari_ios' };
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const entry of browserslist()) {
    const [browser = '', version = ''] = entry.split(' ');
    const name = names[browser] ?? browser;
    const first = version.split('-')[0] ?? '';
    const known = found.get(name);
    if (known === undefined || isNewer(known, first)) found.set(name, first);
  }
  return found;
}

/** @param {string} one @param {string} other */
function isNewer(one, other) {
  return one.localeCompare(other, 'en', { numeric: true }) > 0;
}

/**
 * @param {any} feature an entry of MDN's tables
 * @param {string} name
 * @param {string} file
 * @returns {boolean} whether a supported browser lacks it
 */
function need(feature, name, file) {
  const support = feature?.['__compat']?.support;
  if (support === undefined) return false;
  const lacking = [...oldest].filter(([browser, version]) => !isSupported(support[browser], version));
  if (lacking.length === 0) return false;
  const line = `${name} (${lacking.map(([browser, version]) => `${browser} ${version}`).join(', ')})`;
  missing.set(line, (missing.get(line) ?? new Set()).add(file));
  return true;
}

/** @param {any} statements @param {string} version */
function isSupported(statements, version) {
  return [statements ?? []].flat().some(({ version_added: added, version_removed: removed, flags, prefix }) => {
    if (typeof added !== 'string' || added === 'preview' || flags || prefix || removed) return false;
    return !isNewer(added.replace('≤', ''), version);
  });
}

/** Code inside `@supports` needs no other fallback. @param {string} file */
function checkStyles(file) {
  parse(readFileSync(file, 'utf8')).walk((node) => {
    if (isGuarded(node)) return;
    if (node.type === 'decl' && !node.prop.startsWith('--')) checkDeclaration(node.prop, node.value, file);
    if (node.type === 'rule')
      for (const [, name = ''] of node.selector.matchAll(/::?([a-z-]+)/g)) need(css.selectors[name], `:${name}`, file);
    if (node.type === 'atrule') {
      need(css['at-rules'][node.name], `@${node.name}`, file);
      for (const [name] of node.params.matchAll(/[a-z-]+(?=[:)])/g))
        need(css['at-rules'][node.name]?.[name], `@${node.name} ${name}`, file);
    }
  });
}

/** @param {any} node @returns {boolean} */
function isGuarded({ parent }) {
  if (!parent || parent.type === 'root') return false;
  return (parent.type === 'atrule' && parent.name === 'supports') || isGuarded(parent);
}

/** @param {string} prop @param {string} value @param {string} file */
function checkDeclaration(prop, value, file) {
  const feature = css.properties[prop];
  if (need(feature, prop, file)) return;
  for (const [word] of value.matchAll(/(?<![\w-])[a-z][a-z-]*/g)) {
    need(feature?.[word], `${prop}: ${word}`, file);
    need(css.types['color']?.[word], word, file);
  }
  for (const [, unit = ''] of value.matchAll(/\d([a-z]+)\b/g)) need(css.types['length']?.[unit], unit, file);
}

/** @param {string} file */
function checkScript(file) {
  new Visitor({
    MemberExpression({ object, property, computed }) {
      if (computed || property.type !== 'Identifier') return;
      if (object.type === 'Identifier') checkMember(object.name, property.name, file);
      if (property.name in METHODS && METHODS[property.name]) need(METHODS[property.name], `.${property.name}`, file);
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier') need(api[callee.name], callee.name, file);
    },
    CallExpression({ callee }) {
      if (callee.type === 'Identifier') need(api['Window']?.[callee.name], callee.name, file);
    },
    JSXOpeningElement({ name, attributes }) {
      if (name.type !== 'JSXIdentifier' || /[A-Z]/.test(name.name)) return;
      for (const attribute of attributes)
        if (attribute.type === 'JSXAttribute' && attribute.name.type === 'JSXIdentifier')
          need(
            html.elements[name.name]?.[attribute.name.name.toLowerCase()],
            `<${name.name} ${attribute.name.name}>`,
            file,
          );
    },
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program);
}

/** @param {string} owner @param {string} member @param {string} file */
function checkMember(owner, member, file) {
  const name = `${owner}.${member}`;
  const { builtins } = javascript;
  need(
    api[owner]?.[`${member}_static`] ?? builtins[owner]?.[`${member}_static`] ?? builtins[owner]?.[member],
    name,
    file,
  );
  if (owner in INTERFACES) need(api[INTERFACES[owner] ?? '']?.[member], name, file);
}

function report() {
  const used = [...missing].map(([line]) => line.split(' (')[0] ?? '');
  const faults = [...missing]
    .filter(([line]) => !((line.split(' (')[0] ?? '') in FALLBACKS))
    .map(([line, files]) => `${line} in ${[...files].join(', ')}`);
  const unused = Object.keys(FALLBACKS).filter((name) => !used.includes(name));
  if (faults.length + unused.length === 0) return;
  if (faults.length > 0)
    console.error(`A supported browser lacks these, and there is no fallback:\n  ${faults.join('\n  ')}`);
  if (unused.length > 0) console.error(`Every supported browser has these, or no page uses them: ${unused.join(', ')}`);
  process.exitCode = 1;
}
