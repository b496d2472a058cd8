import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { operatorLog } from '../../platform/audit-log/schema.ts';
import type { Options } from './command.ts';
import { FULFILMENT_COMMANDS } from './fulfilment-commands.ts';

// Tuesday, March 2, 2027, noon in New York: the first letters of those who paid on Monday.
const shop = await startShop();
shop.clock.advance((Date.parse('2027-03-02T17:00:00Z') - shop.clock.now().getTime()) / 1_000);
const folder = await mkdtemp(join(tmpdir(), 'post-'));
afterAll(() => rm(folder, { recursive: true }));

const RUN = 'L20270302';

async function post(subcommand: string, options: Options = {}): Promise<string> {
  const said = await FULFILMENT_COMMANDS['post']?.run(shop.ctx, options, 'Odile', [subcommand]);
  return said ?? '';
}

test('a whole mailing day can be done from a terminal', async () => {
  await addSubscriber(shop.ctx.db, { serviceStart: '2027-03-01' });
  await addSubscriber(shop.ctx.db, {
    serviceStart: '2027-03-01',
    address: { country: 'OTHER', countryName: 'Iceland' },
  });
  await addSubscriber(shop.ctx.db, { serviceStart: '2027-03-01', disputed: true });
  expect(await post('plan', { run: RUN })).toContain('L20270302 is planned: 2 of letter 1.');
  expect(await post('freeze', { run: RUN })).toContain('1 set aside');
  const listed = await post('set-aside', { run: RUN });
  expect(listed).toContain('ICELAND');
  const [piece = ''] = /[0-9a-f-]{36}/.exec(listed) ?? [];
  expect(await post('resolve', { piece, as: 'send' })).toBe('It is on the pile.');
  expect(await post('undo', { run: RUN })).toContain('L20270302 is planned');
  await post('freeze', { run: RUN });
  const address = JSON.stringify({ city: 'Akureyri' });
  expect(await post('resolve', { piece, as: 'fix', address, later: 'yes' })).toBe('It is on the pile.');
  const numbered = await post('letters', { run: RUN });
  expect(numbered).toContain('L20270302-01-000002');
  expect(numbered).toContain('Akureyri');
  expect(await post('show', { run: RUN })).toContain('2  of letter 1');
  expect(await post('print', { run: RUN, to: folder })).toContain('letter-01-labels.pdf');
  expect(await readdir(folder)).toContain('L20270302-1-manifest.csv');
  expect(await post('runs')).toContain('L20270302  printed');
  expect(await post('hand-over', { run: RUN })).toContain('2 letters are on their way. L20270302 is handed over');
  expect(await post('lost', { piece: 'L20270302-01-000001', again: 'now', note: 'eaten' })).toBe(
    'Letter 1 is lost. It is sent again.',
  );
  expect(await post('trouble', { list: 'lost' })).toContain('eaten');
  expect(await post('calendar')).toContain('2027-03-12  to the post on 2027-03-12');
  expect(await post('reships')).toBe('Nobody is waiting for an answer.');
  expect(await post('holidays', { day: '2027-03-15', as: 'closed', note: 'ides' })).toContain('2027-03-15  closed');
  const log = await shop.ctx.db.select().from(operatorLog);
  expect(new Set(log.map(({ operator }) => operator))).toEqual(new Set(['Odile, at a terminal']));
});

test.each([
  ['embalm', {}, 'Say what: post runs, show, letters, plan'],
  ['freeze', {}, 'Say which one: --run.'],
  ['freeze', { run: 'F2027' }, 'A run is called like'],
  ['freeze', { run: 'F20270312' }, 'We could not find that run.'],
  ['plan', { run: 'F20270319' }, 'That is no mailing day.'],
  ['resolve', { piece: 'x', as: 'eat' }, 'Say how: --as send or skip or fix.'],
  ['resolve', { piece: 'x', as: 'send' }, 'Say which one by its id'],
  ['letters', { run: RUN, list: 'lost' }, 'Say how: --list pile or waiting or set_aside.'],
  ['hand-over', { run: RUN, batch: '32768' }, 'Say which batch by its number'],
  ['files', { run: RUN, after: '32768' }, 'That is no place in this list.'],
  ['holidays', { day: 'ides' }, 'Say the day like this'],
])('post %s %o is refused in a sentence', async (subcommand, options, sentence) => {
  await expect(post(subcommand, options)).rejects.toThrow(sentence);
});
