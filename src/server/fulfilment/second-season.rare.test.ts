import { eq } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, expect, test } from 'vitest';
import { addShortSeason } from '../../../test/builders/short-season.ts';
import { addSubscriber } from '../../../test/builders/subscribers.ts';
import { fulfilmentContext } from '../../../test/server/fulfilment-context.ts';
import { startShop } from '../../../test/server/shop.ts';
import { getAccount } from '../../contract/account.ts';
import { NO_OVERRIDES } from '../../domain/holidays.ts';
import { subscriptions } from '../commerce/schema.ts';
import { handOver } from './hand-over/hand-over.ts';
import { freezeRun } from './freeze.ts';
import { recordFileHashes, streamFile } from './print/files.ts';
import { listFiles, printRun } from './print/print.ts';
import { openRun } from './runs/runs.ts';

const shop = await startShop();
const short = addShortSeason();
afterAll(() => short.remove());

test('a season in a folder of its own is sold under its own name, and can be had beside the first', async () => {
  const user = await shop.signUp();
  await user.buy();
  await user.buy({ seasonId: short.season.id });
  const { subscriptions: owned } = await user.call(getAccount);
  expect(owned.map(({ seasonId }) => seasonId).toSorted()).toEqual(['season-1', short.season.id]);
  expect(owned.find(({ seasonId }) => seasonId === short.season.id)?.seasonName).toBe(short.season.title);
});

test('a run prints the letters of both seasons apart, and its last letter finishes each', async () => {
  const { db } = shop.ctx;
  const mailedOn = Array.from(
    { length: 23 },
    (_, index) => (index === 0 ? '2026-10-05' : '2026-10-23') as '2026-10-05',
  );
  const facts = { serviceStart: '2026-10-01', planType: 'annual', mailedOn } as const;
  const [ofOne, ofShort] = [
    await addSubscriber(db, facts),
    await addSubscriber(db, { ...facts, season: short.season }),
  ];
  const beginner = await addSubscriber(db, { ...facts, mailedOn: mailedOn.slice(0, 1), season: short.season });

  const now = new Date('2027-01-06T12:00:00Z');
  const ctx = fulfilmentContext(db, { now: () => now });
  const opened = await openRun(db, { kind: 'friday', nominalOn: '2027-01-08' }, NO_OVERRIDES, now);
  await freezeRun(ctx, opened.id, null);
  const run = await printRun(ctx, opened.id, 'clerk');
  await recordFileHashes(ctx, { runId: run.id, batch: 1 });

  const files = await listFiles(db, run.id);
  const pages = files.filter(({ kind }) => kind === 'letter_master');
  expect(pages.map(({ name, pieces }) => [name, pieces])).toEqual([
    ['letter-02-master.pdf', 1],
    ['season-1-letter-24-master.pdf', 1],
    [`${short.season.id}-letter-24-master.pdf`, 1],
  ]);
  const texts = await Promise.all(
    pages.map(async (file) => {
      const pdf = await getDocumentProxy(new Uint8Array(await buffer(streamFile(db, run, file))));
      return (await extractText(pdf, { mergePages: true })).text.replaceAll(/\s+/g, ' ');
    }),
  );
  expect(texts.map((text) => /Letter (\d+) was brief/.exec(text)?.[1])).toEqual(['2', undefined, '24']);

  await handOver(ctx, { runId: run.id, batch: 1, on: null }, 'clerk');
  const statusOf = async ({ subscriptionId }: typeof ofOne) =>
    (await db.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId)))[0]?.status;
  expect(await Promise.all([ofOne, ofShort, beginner].map(statusOf))).toEqual(['completed', 'completed', 'active']);
});
