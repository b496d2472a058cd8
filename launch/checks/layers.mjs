// @ts-check
// Checks the layers of `src/server`: imports lead only downwards, and folders have no cycles. Type
// imports count.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { trackedFiles } from './tracked-files.mjs';

const SERVER = 'src/server/';

/** From the ground up. */
const LAYERS = ['platform', 'identity', 'customers', 'commerce', 'fulfilment', 'account', 'operator'];

/** The only files of `src/server` that may know every layer. */
const ROOTS = [
  'start.ts',
  'main.ts',
  'app.ts',
  'workers.ts',
  'context.ts',
  'listen.ts',
  'terminal.ts',
  'migrate.ts',
  'stop.ts',
  'health-port.ts',
  'metrics.ts',
  'failure-sentence.ts',
];

const IMPORT = /(?:from|import) '(\.[^']+)'|import\('(\.[^']+)'\)/g;

/** Speaks GoTrue's protocol for identity's functions, which must not depend on it. */
const WIRE = 'identity/wire';

/** @typedef {{ from: string, to: string }} Arrow two paths below `src/server` */

const arrows = trackedFiles(SERVER, /(?<!\.test)\.ts$/).flatMap(arrowsOf);
const faults = [
  ...strayRoots(),
  ...arrows.filter(leadsUp).map(upwards),
  ...arrows.filter(leadsToWire).map(toWire),
  ...LAYERS.flatMap(circles),
];
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}

/** @param {string} file @returns {Arrow[]} */
function arrowsOf(file) {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)]
    .map(([, from, dynamic]) => normalize(join(dirname(file), from ?? dynamic ?? '')))
    .filter((target) => target.startsWith(SERVER))
    .map((target) => ({ from: file.slice(SERVER.length), to: target.slice(SERVER.length) }));
}

/** @param {string} path */
function layerOf(path) {
  return LAYERS.indexOf(path.split('/')[0] ?? '');
}

function strayRoots() {
  return arrows
    .filter(({ from }) => layerOf(from) === -1 && !ROOTS.includes(from))
    .map(({ from }) => `${SERVER}${from} stands in no layer.`);
}

/** @param {Arrow} arrow */
function leadsUp({ from, to }) {
  if (layerOf(from) === -1) return false;
  return layerOf(to) === -1 || layerOf(to) > layerOf(from);
}

/** @param {Arrow} arrow */
function upwards({ from, to }) {
  return `${SERVER}${from} imports upwards: ${to}. Name a hook that src/server/context.ts connects, or read in the upper layer.`;
}

/** @param {Arrow} arrow */
function leadsToWire({ from, to }) {
  return layerOf(from) !== -1 && roomOf(from) !== WIRE && roomOf(to) === WIRE;
}

/** @param {Arrow} arrow */
function toWire({ from, to }) {
  return `${SERVER}${from} imports the wire: ${to}. Call the plain function that the wire calls.`;
}

/** The folder of a layer with the folders below it; a file at the layer's root stands for itself. @param {string} path */
function roomOf(path) {
  return path.split('/').slice(0, 2).join('/');
}

/** @param {string} layer */
function circles(layer) {
  /** @type {Map<string, Set<string>>} */
  const imports = new Map();
  for (const { from, to } of arrows) {
    if (from.split('/')[0] !== layer || to.split('/')[0] !== layer || roomOf(from) === roomOf(to)) continue;
    imports.set(roomOf(from), (imports.get(roomOf(from)) ?? new Set()).add(roomOf(to)));
  }
  // Repeatedly removes folders without imports; the rest is in a cycle or imports one.
  for (let size = -1; size !== imports.size;) {
    size = imports.size;
    for (const [room, targets] of imports) {
      for (const target of targets) if (!imports.has(target)) targets.delete(target);
      if (targets.size === 0) imports.delete(room);
    }
  }
  return [...imports].map(([room, targets]) => `${SERVER}${room} stands in a circle with ${[...targets].join(', ')}.`);
}
