// @ts-check
// Checks, also in raw SQL, that only a table's own layer writes to it, and that layers below `account` join another layer's table
// only if it is listed here. Otherwise they call a function or a fragment of its owner.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { trackedFiles } from './tracked-files.mjs';

const SERVER = 'src/server/';

/** Layers that combine, in one statement, what all layers know of a user. They may read every table. */
const READING_LAYERS = ['account', 'operator'];

/** May be joined from any layer above, because set-based statements decide for all subscribers at once. */
const JOINED = [
  'users',
  'user_profiles',
  'shipping_addresses',
  'address_versions',
  'subscriptions',
  'gifts',
  'user_seasons',
  'checkouts',
  'email_outbox',
];

/** Files that write to tables of other layers, each with its reason. @type {Record<string, string>} */
const WRITERS = {
  'account/erasure/delete-purchases.ts': 'deletes an account in all layers in one transaction',
  'account/erasure/erase-profile.ts': 'deletes an account in all layers in one transaction',
  'commerce/payments/customers.ts': "Stripe's customer is a column of the profile",
  'fulfilment/hand-over/hand-over.ts': 'the last letter completes all subscriptions of a run in one statement',
  'operator/demonstration/seed-demonstration.ts': 'marks demonstration users',
  'operator/emails.ts': 'operators send emails again',
  'operator/stripe-changes.ts': 'operators mark changes as done',
  'operator/subscribers/payment-help.ts': 'operators send a link to pay',
};

/** @typedef {{ table: string, layer: string }} Table */

/** @type {Map<string, string>} the owner of each table */
const owners = new Map();
/** @type {Map<string, string>} `file#name` of a table's variable and its table */
const variables = new Map();

for (const file of trackedFiles(SERVER, /schema\.ts$/)) {
  for (const [, name = '', table = ''] of readFileSync(file, 'utf8').matchAll(
    /export const (\w+) = (?:pgTable|\w+\.table)\(\s*'([a-z_]+)'/g,
  )) {
    owners.set(table, layerOf(file));
    variables.set(`${file}#${name}`, table);
  }
}

const files = trackedFiles(SERVER, /(?<!\.test|schema)\.ts$/).filter((file) => file.split('/').length > 3);
const faults = files.flatMap((file) => {
  const place = file.slice(SERVER.length);
  const text = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const imported = tablesImportedBy(file, text);
  const foreign = (/** @type {string} */ table) => owners.has(table) && owners.get(table) !== layerOf(file);
  const written = [...writtenIn(text, imported)].filter(foreign);
  const read = [...new Set([...imported.values(), ...namedInSql(text)])].filter(foreign);
  return [
    ...(place in WRITERS ? [] : written.map((table) => fault(place, 'writes to', table))),
    ...(READING_LAYERS.includes(layerOf(file)) || place in WRITERS
      ? []
      : read
          .filter((table) => !JOINED.includes(table) && !written.includes(table))
          .map((table) => fault(place, 'reads', table))),
  ];
});
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}

/** @param {string} file */
function layerOf(file) {
  return file.slice(SERVER.length).split('/')[0] ?? '';
}

/** @param {string} place @param {string} verb @param {string} table */
function fault(place, verb, table) {
  return `${SERVER}${place} ${verb} ${table} of ${owners.get(table)}. Call a function or a fragment of its owner.`;
}

/** @param {string} file @param {string} text @returns {Map<string, string>} tables by the names they have here */
function tablesImportedBy(file, text) {
  /** @type {Map<string, string>} */
  const tables = new Map();
  for (const [, names = '', path = ''] of text.matchAll(/import (?:type )?\{([^}]*)\} from '(\.[^']+)'/g)) {
    const target = join(dirname(file), path);
    for (const each of names.split(',')) {
      const [name = '', alias = name] = each.trim().split(' as ');
      const table = variables.get(`${target}#${name}`);
      if (table) tables.set(alias, table);
    }
  }
  return tables;
}

/** @param {string} text */
function namedInSql(text) {
  return [...text.matchAll(/\b(?:from|join|update|insert into|delete from)\s+(?:auth\.)?([a-z_]+)\b/g)].map(
    ([, table = '']) => table,
  );
}

/** @param {string} text @param {Map<string, string>} imported */
function* writtenIn(text, imported) {
  for (const [, name = ''] of text.matchAll(/\.(?:insert|update|delete)\((\w+)\)/g)) {
    const table = imported.get(name);
    if (table) yield table;
  }
  for (const [, table = ''] of text.matchAll(/\b(?:insert into|update|delete from)\s+(?:auth\.)?([a-z_]+)\b/g))
    yield table;
}
