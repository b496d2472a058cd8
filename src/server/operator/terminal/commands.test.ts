import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { terminalOf } from '../../../../test/clients/terminal.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { OPERATOR_API } from '../../../contract/operator/api.ts';
import { ApiError } from '../../platform/api-error.ts';
import { printable, printableJson } from '../../platform/logging/printable.ts';
import { COMMAND_NAMES, findCommand, helpFor, printApiError, usage } from './commands.ts';
import { kebabCase } from './command.ts';
import { type Field, fieldsOf, parseFields } from './fields.ts';
import { printReply } from './print-reply.ts';

const shop = await startShop();
const operator = terminalOf(shop);
const CALLS = Object.entries<Endpoint>(OPERATOR_API);

/** Sample input by field name. Other fields get a value from their choices or kind. */
const TYPED: Readonly<Record<string, string>> = {
  id: randomUUID(),
  subscription: randomUUID(),
  key: randomUUID(),
  holdId: randomUUID(),
  letter: '8',
  failed: 'yes',
  aside: 'yes',
  refunded: 'yes',
  'filter.letter': '8',
  'filter.failed': 'yes',
  'filter.aside': 'yes',
  'filter.from': '2031-01-10',
  'filter.to': '2031-01-10',
  'filter.ids': randomUUID(),
  ids: randomUUID(),
  batch: '1',
  day: '2031-01-10',
  nominalOn: '2031-01-10',
  on: '2031-01-10',
  sendOn: '2031-01-10',
  lastDay: '2031-01-10',
  'address.country': 'US',
  'mailingAddress.country': 'US',
  days: '7',
  months: '3',
  month: '2026-11',
  countries: 'CA',
  email: 'odile@example.com',
  resumeOn: '2031-01-10',
  startDate: '2031-01-10',
  recipientEmail: 'odile@example.com',
  from: '2031-01-10',
  to: '2031-01-10',
  validFrom: '2031-01-18',
};
const BY_KIND = { text: 'anything', number: '20', 'whole number': '2', 'yes or no': 'no', list: 'a,b' } as const;

/** Calls with a Stripe id in their path. */
const KNOWN_BY_STRIPE = /\/(promotions|payments|disputes)\/:id/;

const typed = ({ name, kind, choices }: Field, { path }: Endpoint) =>
  name === 'id' && KNOWN_BY_STRIPE.test(path) ? 'id_unknown' : (choices.at(-1) ?? TYPED[name] ?? BY_KIND[kind]);

describe.each(CALLS)('%s', (name, call) => {
  const fields = fieldsOf(call);

  test('has a name of its own for each of its fields', () => {
    const names = fields.map((field) => field.name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((field) => ['by', 'json', 'out'].includes(field))).toEqual([]);
  });

  test('takes every field from its name', () => {
    const texts = Object.fromEntries(fields.map((field) => [field.name, [typed(field, call)]]));
    const values: Readonly<Record<string, unknown>> = parseFields(call, texts);
    const missing = fields.filter(({ part, name: field }) => {
      const path = field.split('.');
      return path.reduce<unknown>((from, key) => (from as Record<string, unknown>)[key], values[part]) === undefined;
    });
    expect(missing).toEqual([]);
  });

  test('is called from a terminal, in camel case and in kebab case', async () => {
    const needed = fields.filter(({ required }) => required);
    const args = needed.flatMap((field) => [`--${kebabCase(field.name)}`, typed(field, call)]);
    for (const spelling of [name, kebabCase(name)]) {
      const said = await operator(spelling, ...args).catch((error: unknown) => {
        if (error instanceof ApiError && call.errors.includes(error.code)) return error.message;
        throw error;
      });
      expect(said).not.toBe('');
    }
  });
});

test('help names every command with its summary, and each field of a call', () => {
  expect(COMMAND_NAMES).toEqual(expect.arrayContaining(CALLS.map(([name]) => kebabCase(name))));
  for (const name of COMMAND_NAMES) expect(usage()).toContain(findCommand(name).summary);
  const help = helpFor('createPromotion');
  expect(help).toContain('--duration  once | repeating | forever, required');
  expect(help).toContain('--percent-off  number, required');
  expect(help).toContain('--max-redemptions  whole number, optional');
  expect(helpFor('list-runs')).toContain('--which  all | open | todo | coming, optional, else "all"');
});

test('errors are printed by field, as it is typed', async () => {
  const refused = await operator(
    'create-promotion',
    '--code',
    'TIDE',
    '--percent-off',
    '101',
    '--duration',
    'weekly',
  ).catch((error: unknown) => error);
  expect(printApiError(refused as ApiError).split('\n')).toEqual([
    'Please check the marked fields.',
    expect.stringMatching(/^ {2}--percent-off: From 1 to 100\.$/),
    expect.stringMatching(/^ {2}--duration: /),
  ]);
});

test('a field that takes several is repeated, or written with commas', () => {
  const call = { path: '/', summary: '', body: z.object({ names: z.array(z.string()) }) };
  expect(parseFields(call, { names: ['Ada,Odile', 'Ruth'] })).toEqual({ body: { names: ['Ada', 'Odile', 'Ruth'] } });
});

test('a word that a command does not take is refused', async () => {
  await expect(operator('list-runs', 'todo')).rejects.toThrow("Unexpected argument 'todo'");
});

test('an option that a command does not take is refused in one sentence, followed by what the command takes', async () => {
  const refused = await operator('list-runs', '--wich', 'todo').catch((error: unknown) => String(error));
  expect(refused.split('\n').slice(0, 2)).toEqual(["Error: Unknown option '--wich'.", 'npm run operator -- list-runs']);
  expect(refused).toContain('--which  all | open | todo | coming, optional');
});

test('the raw reply of a call is printed on demand', async () => {
  expect(JSON.parse(await operator('list-emails', '--json'))).toEqual({ items: [], next: null });
});

const OBEYED = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/u;
const EVIL = 'A\u001B[2J\u001B]0;title\u0007d\u009B31m\u202Ea\u2066\nB\u2028C';

test('what people typed reaches a terminal without what it would obey, in tables, details and errors', async () => {
  const reply = { items: [{ name: EVIL, place: { town: EVIL }, tags: [EVIL] }], next: null };
  expect(printReply(reply).split('\n').at(-1)).toBe('Ada B C  town Ada B C  Ada B C');
  expect(printReply({ name: EVIL })).toBe('name: Ada B C');
  expect(printable(printApiError(new ApiError('not_found', EVIL, { 'body.name': EVIL })))).not.toMatch(OBEYED);
  const json = printableJson({ name: EVIL });
  expect(json).not.toMatch(OBEYED);
  expect(JSON.parse(json)).toEqual({ name: EVIL });
});

test('the program at the terminal strips its errors', () => {
  const env = {
    ...process.env,
    DATABASE_URL: 'postgres://127.0.0.1/none',
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox_secret',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SITE_URL: EVIL,
  };
  const program = ['--import', 'tsx', 'src/server/terminal.ts', 'list-runs'];
  const { status, stderr } = spawnSync(process.execPath, program, { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('SITE_URL');
  expect(stderr).not.toMatch(OBEYED);
});

test('the guides name no command that does not exist, and each that the console lacks', () => {
  const docs = new URL('../../../../docs/', import.meta.url);
  const guides = readdirSync(docs).filter((name) => name.endsWith('.md'));
  const text = guides.map((name) => readFileSync(new URL(name, docs), 'utf8')).join('\n');
  const named = [...text.matchAll(/npm run operator -- ([a-z-]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => name !== 'help' && !COMMAND_NAMES.includes(name))).toEqual([]);
  const own = COMMAND_NAMES.filter((name) => !CALLS.some(([call]) => kebabCase(call) === name));
  for (const name of own) expect(text).toContain(name);
});
