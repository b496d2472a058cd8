import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../server/database.ts';

const inventories = readFileSync('docs/security-inventories.md', 'utf8');
const requirements = readFileSync('docs/security-asvs.md', 'utf8');

function section(title: string): string {
  return inventories.split(/^## /m).find((text) => text.startsWith(title)) ?? '';
}

const ABOUT_NOBODY = 'The other tables hold nothing of a person: ';
const [ofPeople = '', ofNobody = ''] = section('What we know of people').split(ABOUT_NOBODY);

/** Every name in backquotes that a table could have. */
function tablesIn(text: string): string[] {
  return [...text.matchAll(/`((?:auth\.)?[a-z_]+)`/g)].map(([, name = '']) => name);
}

test('the inventory of personal data names every table, and one said to hold nothing of a person has no user, name, address or email', async () => {
  const { tables, personal } = await readSchema();
  const named = [...tablesIn(ofPeople), ...tablesIn(ofNobody)];
  const unnamed = tables.filter((table) => !named.includes(table));
  expect(unnamed, `docs/security-inventories.md, What we know of people, does not name ${unnamed.join(', ')}`).toEqual(
    [],
  );
  expect(tablesIn(ofNobody).filter((table) => personal.has(table) || !tables.includes(table))).toEqual([]);
});

const PERSONAL_COLUMN =
  /(^|_)(user|claimed_by|email|recipient|ip|card|theory|address)(_|$)|^(full_name|recipient_name|operator)$|^(subscription|piece|address)_id$/;
/** The address on the back of our own envelopes. */
const OURS = ['return_address'];

/** `personal`: tables with a column of a person, or with a key that leads to such a table. */
async function readSchema() {
  const database = await testDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows: columns } = await client.query<{ name: string; column: string }>(
    `select c.oid::regclass::text as name, a.attname as column from pg_class c
       join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relkind = 'r' and n.nspname in ('auth', 'public')`,
  );
  const { rows: keys } = await client.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f'`,
  );
  await client.end();
  await database.drop();
  const ofPerson = columns.filter(({ column }) => PERSONAL_COLUMN.test(column) && !OURS.includes(column));
  const personal = new Set(ofPerson.map(({ name }) => name));
  for (let before = -1; before < personal.size;) {
    before = personal.size;
    for (const { child, parent } of keys) if (personal.has(parent)) personal.add(child);
  }
  return { tables: [...new Set(columns.map(({ name }) => name))].sort(), personal };
}

const OUTWARD = /read(?:Required)?(?:<\w+>)?\(\s*env,\s*'([A-Z0-9_]+(?:_URL|_API_BASE|_ISSUER|_ENDPOINT|_BUCKET))'/g;

test('the inventory of whom the server talks to names every setting that leads to another machine', () => {
  const folder = 'src/server/platform/config';
  const files = readdirSync(folder).filter((name) => !name.endsWith('.test.ts'));
  const settings = files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(OUTWARD)].map(([, setting = '']) => setting),
  );
  expect(settings).toContain('SMTP_URL');
  const talk = section('Whom the server talks to');
  const unnamed = settings.filter((setting) => setting !== 'SITE_URL' && !talk.includes(`\`${setting}\``));
  expect([...new Set(unnamed)]).toEqual([]);
});

/** A file in backquotes; the words in parentheses after it are in the title of its test. */
const EVIDENCE = /`([\w./-]+\.(?:tsx?|mjs|md))`(?: \(([^)`]+)\))?/g;
/** The title of a test: a string with a function after it. */
const TITLES = /(['"`])((?:\\.|(?!\1)[^\n])*)\1,\s*(?:async\s*)?\(/g;

test('each file that the table of requirements names exists, and has the test whose words follow it', () => {
  const wrong = [...requirements.matchAll(EVIDENCE)].flatMap(([, name = '', words]) => {
    const path = [name, join('src/server', name)].find((each) => existsSync(each));
    if (path === undefined) return [`${name} does not exist`];
    const isTest = /\.(test|spec)\.ts$/.test(name);
    const titles = isTest ? [...readFileSync(path, 'utf8').matchAll(TITLES)].map(([, , title = '']) => title) : [];
    return isTest && words !== undefined && !titles.some((title) => title.includes(words)) ? [`${name}: ${words}`] : [];
  });
  expect(wrong).toEqual([]);
});

function rowsOf(part: string) {
  return [...part.matchAll(/^\| ([\d.]+) \| ([12]) \|/gm)].map(([, id = '', level]) => ({ id, level }));
}

test('the table of requirements has each of the 253 once, and counts those that are met', () => {
  const [, notMet = '', met = '', notApplicable = ''] = requirements.split(/^## /m);
  for (const [name, part] of Object.entries({ Met: met, 'Not met': notMet })) {
    const rows = rowsOf(part);
    const [one, two] = ['1', '2'].map((level) => rows.filter((row) => row.level === level).length);
    expect(requirements).toContain(`| ${name} | ${one} | ${two} | ${rows.length} |`);
  }
  const others = [...notApplicable.matchAll(/\| ([\d., ]+) \|$/gm)].flatMap(([, ids = '']) => ids.split(', '));
  const ids = [...rowsOf(met).map(({ id }) => id), ...rowsOf(notMet).map(({ id }) => id), ...others];
  expect([ids.length, new Set(ids).size]).toEqual([253, 253]);
});
