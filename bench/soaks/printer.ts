import { deepStrictEqual, ok } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lob, startLob } from '../../fakes/lob/lob.ts';
import { type Child, startChild } from '../../launch/child.ts';
import { addDays, newYorkDate } from '../../src/domain/calendar-date.ts';
import { compareBatch } from '../../src/server/fulfilment/printer/compare.ts';
import type { PrinterContext } from '../../src/server/fulfilment/printer/printer-context.ts';
import { callBackBatch, sendAgain, sendBatch } from '../../src/server/fulfilment/printer/send-batch.ts';
import { type BatchName, LEASE_SECONDS } from '../../src/server/fulfilment/printer/work-at-printer.ts';
import { countPrinterLetters } from '../../src/server/fulfilment/printer-ledger.ts';
import { addPrintedBatch } from '../../test/builders/printer-batch.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import type { PrinterTask } from './printer-process.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import type { Soak } from './soak.ts';

const API_KEY = 'test_standin0';
/** 128 plus the number of SIGKILL. */
const KILLED = 137;
/** Some processes finish before they are killed. */
const LETTERS_PER_KILL = 18;
const LETTERS_PER_SURE_KILL = 20;
const RETURN_ADDRESS = ['1 Pier Road', 'Wick Harbor, ME 04614'];
/** A process is killed within this time after its random number of letters. */
const LAST_MS = 40;
/** This share of the letters left, so that the process still works. */
const MOST_DONE = 0.9;
const HOURS_PER_NIGHT = 26;

export const printer: Soak = {
  name: 'printer',
  proves:
    'Letters sent to a printer that loses answers and letters, by a process that is killed again and again, are accepted once each, and the nightly comparison misses none',
  fullSize: 1_000,
  smallSize: 6,
  async run(shop, { size, seed, report }) {
    const lob = await startLob({ port: 0, apiKey: API_KEY, now: () => shop.clock.now().getTime() });
    const day = new PrintingDay(shop, lob, new SeededRandom(seed), report);
    try {
      return await day.run(size);
    } finally {
      day.close();
      await lob.close();
    }
  },
};

class PrintingDay {
  #kills = 0;
  readonly #output: string[] = [];
  /** Loads while the previous process works. */
  #next: Child | null = null;

  constructor(
    private readonly shop: Shop,
    private readonly lob: Lob,
    private readonly random: SeededRandom,
    private readonly report: (line: string) => void,
  ) {}

  async run(size: number): Promise<string> {
    const { db } = this.shop.ctx;
    const name = await addPrintedBatch(db, size, newYorkDate(this.shop.clock.now()));
    const drops = Math.max(1, Math.round(size / 50));
    await sendBatch(
      this.#ctx,
      name,
      { sendOn: addDays(newYorkDate(this.shop.clock.now()), 20), cents: size * 110 },
      'soak',
    );
    await this.#control('drop', { times: drops });
    const kills = Math.ceil(size / LETTERS_PER_KILL);
    await this.#work(name, { letters: size, kills: Math.ceil(kills * 0.5) });
    this.#judgeOnce(size);
    this.shop.clock.advance(HOURS_PER_NIGHT * 3_600);
    const found = await compareBatch(this.#ctx, name);
    deepStrictEqual(found, { dropped: drops, strange: 0 });
    await sendAgain(this.#ctx, name, 'soak');
    await this.#work(name, { letters: drops, kills: Math.ceil(kills * 0.6) });
    this.#judgeOnce(size);
    deepStrictEqual(await countPrinterLetters(db, name.runId, name.batch), { accepted: size });
    deepStrictEqual(this.#standing(), size);
    this.shop.clock.advance(HOURS_PER_NIGHT * 3_600);
    deepStrictEqual(await compareBatch(this.#ctx, name), { dropped: 0, strange: 0 });
    await callBackBatch(this.#ctx, name, 'soak');
    await this.#work(name, { letters: size, kills });
    deepStrictEqual(
      [this.lob.letters.all.size, await countPrinterLetters(db, name.runId, name.batch)],
      [0, { called_back: size }],
    );
    ok(this.#kills >= Math.floor(size / LETTERS_PER_SURE_KILL), `Only ${this.#kills} kills.`);
    return `${size} letters, ${drops} dropped and found, ${this.#kills} kills`;
  }

  close(): void {
    this.#next?.kill();
  }

  get #settings(): Readonly<Record<string, string>> {
    return {
      ...this.shop.settings,
      LOB_API_KEY: API_KEY,
      LOB_API_BASE: this.lob.url,
      LOB_LETTER_CENTS: '100',
      LOB_SHEET_CENTS: '10',
      RETURN_ADDRESS: RETURN_ADDRESS.join('|'),
    };
  }

  get #ctx(): PrinterContext {
    const prices = { letterCents: 100, sheetCents: 10, abroadCents: 0 };
    const lob = { apiKey: API_KEY, url: this.lob.url, prices, webhookSecret: null };
    return { ...this.shop.ctx, config: { returnAddress: RETURN_ADDRESS, lob } };
  }

  /** Runs processes and kills `kills` in all, until one finishes with all letters settled. */
  async #work(name: BatchName, { letters, kills }: { letters: number; kills: number }): Promise<void> {
    const goal = this.#settled + letters;
    for (let end: 'killed' | 'unsettled' | 'done' = 'killed'; end !== 'done';) {
      const fate = this.random.pick([
        { status: 'drop', when: 'after' },
        { status: 'drop', when: 'before' },
        { status: 503, when: 'before' },
        { status: 500, when: 'after' },
      ] as const);
      const more = kills - this.#kills;
      // After the last kill no answers are lost, or letters would fail forever.
      if (more > 0) await this.#control('fail', { match: 'POST /v1/letters', times: 2, ...fate });
      const left = goal - this.#settled;
      const share = more > 0 ? Math.min(left / more, left * MOST_DONE) : Infinity;
      end = await this.#runProcess(name, this.#settled + this.random.roll() * share);
      // Ends the lease of the killed process.
      this.shop.clock.advance(LEASE_SECONDS + 1);
      this.report(`${this.#kills} kills, ${this.#settled} accepted or called back, ${end}`);
    }
  }

  get #settled(): number {
    return this.lob.letters.everAccepted.length + this.lob.letters.cancelled.size;
  }

  /** @param killAt how many letters are settled when it is killed; infinite if it may finish */
  async #runProcess({ runId, batch }: BatchName, killAt: number): Promise<'killed' | 'unsettled' | 'done'> {
    const worker = this.#next ?? this.#spawn();
    const { url } = await worker.ready;
    this.#next = this.#spawn();
    const task: PrinterTask = { instant: this.shop.clock.now().toISOString(), runId, batch };
    await fetch(url, { method: 'POST', body: JSON.stringify(task) });
    const end = await Promise.race([this.#until(killAt, worker.exited), worker.exited]);
    if (end === 'killed') {
      worker.kill();
      // A process that finished meanwhile was not killed.
      if ((await worker.exited) === KILLED) {
        this.#kills += 1;
        return 'killed';
      }
    }
    const code = await worker.exited;
    ok(code === 0 || code === 3, this.#output.join('\n'));
    return code === 0 ? 'done' : 'unsettled';
  }

  async #until(killAt: number, exited: Promise<number>): Promise<'killed'> {
    const over = new AbortController();
    void exited.then(() => over.abort());
    while (!over.signal.aborted && this.#settled < killAt) await sleep(1);
    await sleep(this.random.roll() * LAST_MS);
    return 'killed';
  }

  #spawn(): Child {
    return startChild({
      name: 'A printing day',
      args: ['--import', 'tsx', 'bench/soaks/printer-process.ts'],
      env: { PATH: process.env['PATH'], ...this.#settings },
      onLine: (line) => this.#output.push(line),
    });
  }

  /** The printer accepted each key at most once. */
  #judgeOnce(size: number): void {
    const keys = this.lob.letters.everAccepted.map(({ metadata }) => metadata['key']);
    deepStrictEqual(new Set(keys).size, keys.length);
    ok(new Set(this.lob.letters.everAccepted.map(({ metadata }) => metadata['piece'])).size === size);
  }

  /** The letters that the printer will mail: one for each piece. */
  #standing(): number {
    const pieces = [...this.lob.letters.all.values()].map(({ metadata }) => metadata['piece']);
    deepStrictEqual(new Set(pieces).size, pieces.length);
    return pieces.length;
  }

  async #control(path: string, body: object): Promise<void> {
    const url = `${this.lob.url.replace(/\/v1$/, '')}/_sandbox/${path}`;
    const send = () => fetch(url, { method: 'POST', body: JSON.stringify(body) });
    // A connection of this process may have been closed while it was idle.
    const answer = await send().catch(send);
    ok(answer.ok);
  }
}
