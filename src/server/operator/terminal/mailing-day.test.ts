import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import { terminalOf } from '../../../../test/clients/terminal.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { RunDetailReply } from '../../../contract/operator/fulfilment.ts';
import { recordFileHashes } from '../../fulfilment/print/files.ts';
import { operatorLog } from '../../platform/schema.ts';

// Tuesday, March 2, 2027, noon in New York: the first letters of subscribers who paid on Monday.
const shop = await startShop();
shop.clock.advance((Date.parse('2027-03-02T17:00:00Z') - shop.clock.now().getTime()) / 1_000);
const folder = await mkdtemp(join(tmpdir(), 'terminal-'));
afterAll(() => rm(folder, { recursive: true }));

const RUN = 'L20270302';
const operator = terminalOf(shop);
const ADDRESS = ['Ada Quill', '1 Gannet Row', 'Akureyri', 'Nordurland', '600', 'OTHER', 'Iceland'];
const FIELDS = ['full-name', 'address-line1', 'city', 'state-province', 'postal-code', 'country', 'country-name'];

async function changeRun(command: string): Promise<RunDetailReply> {
  return JSON.parse(await operator(command, '--id', RUN, '--json')) as RunDetailReply;
}

test('a whole mailing day can be done from a terminal', async () => {
  await addSubscriber(shop.ctx.db, { serviceStart: '2027-03-01' });
  await addSubscriber(shop.ctx.db, {
    serviceStart: '2027-03-01',
    address: { country: 'OTHER', countryName: 'Iceland' },
  });
  await addSubscriber(shop.ctx.db, { serviceStart: '2027-03-01', disputed: true });
  await operator('open-run-ahead', '--kind', 'first_letter', '--nominal-on', '2027-03-02');
  expect(await changeRun('get-run')).toMatchObject({ run: { code: RUN, state: 'planned' }, plan: { due: { 1: 2 } } });
  expect((await changeRun('freezeRunNow')).run.pieces).toEqual({ frozen: 1, set_aside: 1 });
  const listed = await operator('list-run-pieces', '--id', RUN, '--which', 'set_aside');
  expect(listed).toContain('ICELAND');
  const [piece = ''] = /[0-9a-f-]{36}/.exec(listed) ?? [];
  expect(await operator('resolve-set-aside', '--id', piece, '--kind', 'send')).toContain('frozen');
  expect((await changeRun('reopen-run')).run.state).toBe('planned');
  await changeRun('freeze-run-now');
  const address = FIELDS.flatMap((name, at) => [`--address.${name}`, ADDRESS[at] ?? '']);
  const fixed = await operator('resolve-set-aside', '--id', piece, '--kind', 'fix', '--for-later', 'yes', ...address);
  expect(fixed).toContain('Akureyri');
  const numbered = await operator('list-run-pieces', '--id', RUN);
  expect(numbered).toContain('L20270302-01-000002');
  expect(numbered).toContain('Akureyri');
  await prints();
  expect(await operator('list-runs', '--which', 'open')).toMatch(/L20270302 .*printed/);
  const handedOver = await operator('hand-over-run', '--id', RUN, '--batch', '1');
  expect(handedOver).toMatch(/state: handed_over[^]*pieces: 2/);
  await loses('L20270302-01-000001');
  expect(await operator('get-calendar')).toMatch(/2027-03-12 +2027-03-12/);
  expect(await operator('list-reships')).toBe('Nothing.');
  await operator('correct-holiday', '--day', '2027-03-15', '--as', 'closed', '--note', 'ides');
  expect(await operator('list-holidays')).toMatch(/2027-03-15 +yes +ides/);
  const log = await shop.ctx.db.select().from(operatorLog);
  expect(new Set(log.map((entry) => entry.operator))).toEqual(new Set(['Odile, at a terminal']));
});

async function prints(): Promise<void> {
  const { run } = await changeRun('print-run-now');
  await recordFileHashes(shop.ctx, { runId: run.id, batch: 1 });
  expect(await operator('list-batch-files', '--id', RUN, '--batch', '1')).toContain('letter-01-labels.pdf');
  const out = join(folder, 'manifest.csv');
  const file = ['--id', RUN, '--batch', '1', '--name', 'manifest.csv'];
  expect(await operator('download-run-file', ...file, '--out', out)).toBe(`Written to ${out}.`);
  expect(await readFile(out, 'utf8')).toContain('L20270302-01-000002');
  await expect(operator('download-run-file', ...file)).rejects.toThrow('Say where to: --out FILE.');
}

async function loses(code: string): Promise<void> {
  expect(await operator('report-lost', '--id', code, '--send-again', 'now', '--reason', 'eaten')).toContain('lost');
  expect(await operator('list-trouble', '--state', 'lost')).toContain('eaten');
}

test.each([
  ['freeze-run-now --id F20270312', 'We couldn’t find that run.'],
  ['open-run-ahead --kind friday --nominal-on 2027-03-19', 'That is no mailing day.'],
  ['list-batch-files --id L20270302 --batch 1 --after ?', 'Please check the marked fields.'],
  ['list-run-batches --id L20270302 --after 32768', 'That is no place in this list.'],
  ['report-lost --id L20270302-01-000009', 'We couldn’t find that piece.'],
  ['freeze-run-now --run L20270302', "Unknown option '--run'"],
])('%s is refused in a sentence', async (command, sentence) => {
  await expect(operator(...command.split(' '))).rejects.toThrow(sentence);
});

test.each([
  ['freeze-run-now', 'params.id'],
  ['freeze-run-now --id F2027', 'params.id'],
  ['resolve-set-aside --id x --kind send', 'params.id'],
  ['resolve-set-aside --id 00000000-0000-4000-8000-000000000000 --kind eat', 'body.kind'],
  ['list-run-pieces --id L20270302 --which lost', 'query.which'],
  ['hand-over-run --id L20270302 --batch 32768', 'body.batch'],
  ['correct-holiday --day ides --as closed', 'body.day'],
])('%s is refused by field', async (command, field) => {
  const fields = { [field]: expect.any(String) as string };
  await expect(operator(...command.split(' '))).rejects.toMatchObject({ code: 'validation_failed', fields });
});
