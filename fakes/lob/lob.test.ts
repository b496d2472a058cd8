import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Letter } from './letters.ts';
import { type Lob, type LobOptions, startLob } from './lob.ts';

const KEY = 'test_0123456789';
const AUTHORIZATION = `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`;
const open: Lob[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((lob) => lob.close()));
});

async function start(options: Partial<LobOptions> = {}): Promise<Lob> {
  const lob = await startLob({ port: 0, apiKey: KEY, ...options });
  open.push(lob);
  return lob;
}

const FIELDS: Readonly<Record<string, string>> = {
  'to[name]': 'Ada Quill',
  'to[address_line1]': '1 Gannet Row',
  'to[address_city]': 'Wick Harbor',
  'to[address_state]': 'ME',
  'to[address_zip]': '04614',
  'to[address_country]': 'US',
  'from[name]': 'The Club',
  'from[address_line1]': '1 Pier Road',
  'from[address_city]': 'Wick Harbor',
  'from[address_state]': 'ME',
  'from[address_zip]': '04614',
  'from[address_country]': 'US',
  color: 'true',
  double_sided: 'true',
  use_type: 'operational',
};

async function order(
  lob: Lob,
  changes: Readonly<Record<string, string>> = {},
  { key = 'one', file = '%PDF-1.7' } = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...FIELDS, ...changes })) if (value !== '') form.set(name, value);
  form.set('file', new Blob([file]), 'letter.pdf');
  return await request(lob, '/letters', { method: 'POST', body: form, headers: { 'idempotency-key': key } });
}

async function request(
  { url }: Lob,
  path: string,
  init: { method?: string; body?: FormData; headers?: object } = {},
): Promise<Response> {
  return await fetch(url + path, { ...init, headers: { authorization: AUTHORIZATION, ...init.headers } });
}

async function idOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(200);
  return ((await answer.json()) as Letter).id;
}

test('knows its key alone', async () => {
  const lob = await start();
  expect((await fetch(`${lob.url}/letters`, { headers: { authorization: 'Basic Z3Vlc3M6' } })).status).toBe(401);
});

test.each([
  [{ 'to[name]': 'A'.repeat(41) }],
  [{ 'to[address_city]': '' }],
  [{ 'to[nickname]': 'Ada' }],
  [{ 'from[address_country]': 'GB' }],
  [{ color: 'yes' }],
  [{ colour: 'true' }],
  [{ use_type: '' }],
  [{ send_date: '2999-01-01' }],
])('refuses a letter with %o', async (changes) => {
  expect((await order(await start(), changes as Record<string, string>)).status).toBe(422);
});

test('refuses pages that are none, and pages that come as JSON', async () => {
  const lob = await start();
  expect((await order(lob, {}, { file: 'a letter' })).status).toBe(422);
  const headers = { authorization: AUTHORIZATION, 'content-type': 'application/json' };
  expect((await fetch(`${lob.url}/letters`, { method: 'POST', headers, body: '{}' })).status).toBe(415);
});

test('answers a key as the first time for a day, refuses it for another letter, and has forgotten it then', async () => {
  let now = Date.now();
  const lob = await start({ now: () => now });
  const first = await idOf(await order(lob));
  expect(await idOf(await order(lob))).toBe(first);
  expect((await order(lob, { color: 'false' })).status).toBe(409);
  now += 24 * 3_600_000;
  expect(await idOf(await order(lob))).not.toBe(first);
});

test('cancels until the day of sending, lists by metadata page by page, and keeps all of it on the same data', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lob-'));
  try {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const lob = await start({ dataDir });
    const ids: string[] = [];
    for (const key of ['a', 'b', 'c'])
      ids.push(
        await idOf(await order(lob, { 'metadata[batch]': 'one', 'metadata[key]': key, send_date: tomorrow }, { key })),
      );
    const late = await idOf(await order(lob, { 'metadata[batch]': 'two' }, { key: 'd' }));
    expect((await request(lob, `/letters/${late}`, { method: 'DELETE' })).status).toBe(422);
    for (let time = 0; time < 2; time++)
      expect((await request(lob, `/letters/${ids[0]}`, { method: 'DELETE' })).status).toBe(200);
    await open.pop()?.close();
    const again = await start({ dataDir });
    const list = async (query: string) =>
      (await (await request(again, `/letters?${query}`)).json()) as { data: Letter[]; next_url: string | null };
    const page = await list('metadata[batch]=one&limit=1');
    expect([page.data.map(({ id }) => id), page.next_url === null]).toEqual([[ids[2]], false]);
    const last = await list(`metadata[batch]=one&limit=1&after=${ids[2]}`);
    expect([last.data.map(({ id }) => id), last.next_url]).toEqual([[ids[1]], null]);
    expect((await request(again, `/letters/${ids[0]}`)).status).toBe(404);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

test('drops a letter that it has accepted, when that is ordered', async () => {
  const lob = await start();
  await fetch(`${lob.url.replace('/v1', '')}/_sandbox/drop`, { method: 'POST', body: JSON.stringify({ times: 1 }) });
  const id = await idOf(await order(lob));
  expect((await request(lob, `/letters/${id}`)).status).toBe(404);
});
