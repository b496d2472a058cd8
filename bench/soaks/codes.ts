import { sql } from 'drizzle-orm';
import { writeLetterCode } from '../../src/domain/letter-code.ts';
import { NO_OVERRIDES } from '../../src/domain/holidays.ts';
import { withCodes } from '../../src/server/fulfilment/codes/codes.ts';
import { recordLetterReport } from '../../src/server/fulfilment/codes/reports.ts';
import { handOver } from '../../src/server/fulfilment/dispatch/hand-over.ts';
import { freezeRun } from '../../src/server/fulfilment/freeze/freeze.ts';
import { readPieces } from '../../src/server/fulfilment/pieces/pieces.ts';
import { printRun } from '../../src/server/fulfilment/print/print.ts';
import { openRun } from '../../src/server/fulfilment/runs/runs.ts';
import { addManyDue } from '../../test/load/many-subscribers.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { areaUnderCurve } from '../likeness.ts';
import { SeededRandom } from './seeded-random.ts';
import type { Soak } from './soak.ts';

const LETTERS = 20;
const AT_ONCE = 8;
const PER_NETWORK = 30;
const HIGHEST_AUC = 0.55;
const WORTH_TIMING = 5_000;

interface Answer {
  readonly words: string;
  readonly milliseconds: number;
}

export const codes: Soak = {
  name: 'codes',
  proves:
    'Guessed codes of letters tell nothing: each is answered like one of ours, as quickly, changes nothing, and past the limit of a network both are put off',
  fullSize: 10_000,
  smallSize: 200,
  settings: { LETTER_CODES: '1', TRUSTED_PROXIES: '127.0.0.1', AUTH_RATE_LIMIT_FACTOR: '1' },
  async run(shop, { size, seed, report }) {
    const ours = await handOverLetters(shop);
    const random = new SeededRandom(seed);
    const guessed = upTo(size).map(() => randomCode(random));
    const sent = upTo(Math.max(2 * LETTERS, Math.ceil(size / 4))).map((number) => ours[number % LETTERS] ?? '');
    const mixed = random.shuffle([...guessed, ...sent].map((code) => ({ code, isOurs: ours.includes(code) })));
    const answers = await inParallel(mixed, AT_ONCE, async ({ code, isOurs }) => {
      return { isOurs, ...(await send(shop, code, networkOf(random))) };
    });
    assertAlike(answers.map(({ words }) => words.replace(/\/l\/\w{16}/g, '/l/CODE')));
    const timesOf = (kind: boolean) =>
      answers.filter(({ isOurs }) => isOurs === kind).map(({ milliseconds }) => milliseconds);
    const auc = areaUnderCurve(timesOf(false), timesOf(true));
    report(`answers' times tell guesses from ours with an AUC of ${auc.toFixed(3)}`);
    if (size >= WORTH_TIMING && auc > HIGHEST_AUC)
      throw new Error(`Times tell the kinds apart: AUC ${auc.toFixed(3)}.`);
    await assertPutOff(shop, [guessed[0] ?? '', ours[0] ?? '']);
    const confirmed = await workOff(shop);
    if (confirmed !== LETTERS) throw new Error(`${confirmed} letters count as come, not ${LETTERS}.`);
    return `${size} guesses and ${sent.length} reports of ours: one answer, AUC ${auc.toFixed(3)}, ${LETTERS} letters confirmed`;
  },
};

function randomCode(random: SeededRandom): string {
  const bits = upTo(5).reduce((sum) => (sum << 16n) | BigInt(Math.floor(random.roll() * 65_536)), 0n);
  return writeLetterCode(bits);
}

function networkOf(random: SeededRandom): string {
  return `10.${upTo(3)
    .map(() => Math.floor(random.roll() * 256))
    .join('.')}`;
}

/** Letters in the post, of which none is confirmed. @returns their codes */
async function handOverLetters(shop: Shop): Promise<string[]> {
  const { ctx } = shop;
  await addManyDue(ctx.db.$client, { first: 1, last: LETTERS });
  const now = shop.clock.now();
  const run = await openRun(ctx.db, { kind: 'friday', nominalOn: '2026-10-09' }, NO_OVERRIDES, now);
  await freezeRun(ctx, run.id, null);
  await printRun(ctx, run.id, null);
  // What the files look like is not what is shown here.
  await ctx.db.execute(sql`update mailing_files set sha256 = repeat('0', 64), bytes = 0`);
  await handOver(ctx, { runId: run.id, batch: null, on: null }, null);
  const found: string[] = [];
  const range = { runId: run.id, firstNumber: 1, lastNumber: LETTERS, letter: null };
  for await (const { code } of withCodes(ctx.db, readPieces(ctx.db, range))) found.push(code);
  return found;
}

/** All that an answer says, but for its date and the id of its request, which is made anew for each. */
async function send(shop: Shop, code: string, network: string): Promise<Answer> {
  const began = performance.now();
  const page = await fetch(`${shop.siteUrl}/l/${code}`, { headers: { accept: 'text/html' } });
  const answer = await fetch(`${shop.siteUrl}/l/${code}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-for': network, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'what=came',
  });
  const said = [await wordsOf(page), await wordsOf(answer)];
  return { words: said.join('\n'), milliseconds: performance.now() - began };
}

async function wordsOf(response: Response): Promise<string> {
  const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
  return JSON.stringify([response.status, headers, await response.text()]);
}

function assertAlike(answers: readonly string[]): void {
  const different = new Set(answers);
  if (different.size > 1)
    throw new Error(`There are ${different.size} answers: ${[...different].slice(0, 2).join(' / ')}`);
}

/** One network sends many: from then on both kinds are told to come later. */
async function assertPutOff(shop: Shop, both: readonly string[]): Promise<void> {
  const network = '192.0.2.7';
  for (let sent = 0; sent < PER_NETWORK; sent++) await send(shop, both[sent % 2] ?? '', network);
  const answers = await Promise.all(both.map(async (code) => (await send(shop, code, network)).words));
  if (!answers.every((words) => words.includes('/l/later'))) throw new Error('A network may guess without end.');
  assertAlike(answers.map((words, index) => words.replaceAll(both[index] ?? '', 'CODE')));
}

/** Does the jobs that the answers have left. @returns how many letters count as come */
async function workOff({ ctx }: Shop): Promise<number> {
  const { rows } = await ctx.db.execute<{ data: Parameters<typeof recordLetterReport>[1] }>(
    sql`select data from pgboss.job where name = 'record-letter-report'`,
  );
  for (const { data } of rows) await recordLetterReport(ctx, data);
  const counted = await ctx.db.execute<{ confirmed: number }>(
    sql`select count(*)::int as confirmed from mailing_pieces where confirmed_at is not null`,
  );
  return counted.rows[0]?.confirmed ?? 0;
}
