// @ts-check
// Refuses words that docs/glossary.md replaces, in identifiers, file names and style classes; words-allowed.tsv has the
// exceptions.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync } from 'vite';
import { trackedFiles } from './tracked-files.mjs';

/** By word or words of a name: what to say instead. @type {Readonly<Record<string, string>>} */
const BANNED = {
  mail: 'email, or letter',
  mails: 'emails, or letters',
  house: 'branding, undispatched',
  pile: 'pieces, numbered',
  piles: 'pieces, sections',
  posted: 'handed over',
  reader: 'subscriber, recipient',
  readers: 'subscribers',
  person: 'user, subscriber',
  persons: 'users',
  people: 'users',
  member: 'user',
  members: 'users',
  holder: 'owner',
  holders: 'owners',
  trier: 'actor',
  applicant: 'user',
  resident: 'account',
  residents: 'accounts',
  everybody: 'all',
  whoever: 'the role',
  nobody: 'anonymous, none',
  somebody: 'the role',
  anybody: 'the role',
  wish: 'request, delivery change',
  wishes: 'requests, delivery changes',
  wished: 'requested',
  provider: 'stripe, identityProvider',
  providers: 'stripe, identityProviders',
  reading: 'snapshot',
  readings: 'snapshots',
  keep: 'store',
  keeps: 'stores',
  kept: 'stored',
  forget: 'delete',
  forgets: 'deletes',
  forgotten: 'deleted',
  tell: 'notify',
  tells: 'notifies',
  told: 'notified',
  untold: 'unnotified',
  noted: 'recorded',
  deed: 'mutation, action',
  deeds: 'mutations, actions',
  errand: 'request',
  errands: 'requests',
  gate: 'limit, requireOperator',
  workshop: 'JobContext',
  dice: 'random',
  insist: 'retry',
  overtake: 'interleave',
  arrangement: 'setup, fixture',
  arrangements: 'setups, fixtures',
  arrival: 'delivery window, sign-in',
  arrivals: 'delivery windows, sign-ins',
  doomed: 'recalled',
  knock: 'request',
  post: 'fulfilment, hand over',
  'even time': 'constant time',
  'hand out': 'issue',
  'handed out': 'issued',
  'strike out': 'delete',
  'take away': 'delete',
  'in the house': 'undispatched',
};

/** @type {ReadonlyMap<string, readonly string[]>} by name: file names, folders, or `*` */
const ALLOWED = readAllowed();

/** @type {Set<string>} */
const found = new Set();
for (const file of ['src', 'fakes', 'test', 'bench', 'e2e', 'launch'].flatMap((room) =>
  trackedFiles(room, /^(?!launch\/checks\/)/),
)) {
  check(basename(file), file);
  if (/\.(ts|tsx|mjs)$/.test(file)) checkProgram(parseSync(file, readFileSync(file, 'utf8')).program, file);
  if (file.endsWith('.module.css')) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/\.([a-zA-Z][\w-]*)/g)) check(name, file);
  }
}
for (const fault of found) console.error(fault);
process.exitCode = found.size > 0 ? 1 : 0;

function readAllowed() {
  /** @type {Map<string, string[]>} */
  const allowed = new Map();
  for (const line of readFileSync(join(import.meta.dirname, 'words-allowed.tsv'), 'utf8').split('\n')) {
    const [name = '', scope = ''] = line.split('\t');
    if (name !== '' && !name.startsWith('#')) allowed.set(name, [...(allowed.get(name) ?? []), ...scope.split(',')]);
  }
  return allowed;
}

/** @param {unknown} node a syntax tree @param {string} file */
function checkProgram(node, file) {
  if (Array.isArray(node)) for (const child of node) checkProgram(child, file);
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node && String(node.type).endsWith('Identifier') && 'name' in node) check(String(node.name), file);
    for (const child of Object.values(node)) if (typeof child === 'object') checkProgram(child, file);
  }
}

/** @param {string} name @param {string} file */
function check(name, file) {
  const fault = faultOf(name);
  if (fault !== null && !isAllowed(name, file)) found.add(`${file}: ${name} (${fault})`);
}

/** @param {string} name */
function faultOf(name) {
  const words = (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase());
  const text = ` ${words.join(' ')} `;
  const banned = Object.keys(BANNED).find((word) => text.includes(` ${word} `));
  if (banned !== undefined) return `${banned}: say ${BANNED[banned]}`;
  // Only as a verb: `holidayNote` and `NoteRow` are notes (docs/glossary.md), `noteFailure` notes one.
  return /^note[A-Z]/.test(name) ? 'note: say record, log' : null;
}

/** @param {string} name @param {string} file */
function isAllowed(name, file) {
  return ALLOWED.get(name)?.some(
    (scope) => scope === '*' || scope === basename(file) || (scope.endsWith('/') && `/${file}`.includes(`/${scope}`)),
  );
}
