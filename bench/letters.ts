import { readFileSync } from 'node:fs';
import { setInterval as every } from 'node:timers';
import { CATALOGUE } from '../seasons/catalogue.ts';
import {
  editionOf,
  filesOf,
  type Files,
  infoOf,
  type LetterInfo,
  readSeasonFiles,
} from '../seasons/press/letter-files.ts';
import type { MadeEdition, Order } from '../seasons/press/orders.ts';
import { typeset } from '../seasons/press/typesetter.ts';
import { openMixedRun } from './letters-run.ts';

/** As a mailing run asks for them. */
const NAMES_PER_FILE = 100;
const EDITIONS_PER_PROCESS = 8;
const MIXED = 1_000;
const AIMS = { seconds: 60, megabytes: 400, masterSeconds: 10, growth: 1.2 };
const SAMPLE_MS = 25;

interface Measured {
  readonly seconds: number;
  /** Of the typesetting process at its most; the one that asks holds one file at a time. */
  readonly megabytes: number;
}

/** The masters of the first season, its personal letters, a run of the others; ten thousand personal ones, to see how it grows. */
export async function benchLetters(many: number): Promise<void> {
  const [season] = CATALOGUE;
  if (season === undefined) throw new Error('There is no season.');
  const files = readSeasonFiles('seasons', season.name);
  const orders = season.letters.map((letter) => orderOf(files, infoOf(season, letter), letter.sheets));
  const made: MadeEdition[] = [];
  const masters = await measured(async () => {
    for (let first = 0; first < orders.length; first += EDITIONS_PER_PROCESS)
      made.push(
        ...((await typeset({ files, orders: orders.slice(first, first + EDITIONS_PER_PROCESS) })) as MadeEdition[]),
      );
  });
  say(`${orders.length} masters`, masters, AIMS.masterSeconds);
  const [order] = orders;
  const [edition] = made;
  if (order?.kind !== 'edition' || edition === undefined) throw new Error('The season has no letter.');
  const print = (count: number) => measured(() => printPersonal(files, order.info, edition, count));
  const few = await print(1_000);
  say('1,000 first letters', few, AIMS.seconds);
  await benchMixed(orders.length);
  if (many <= 1_000) return;
  const lot = await print(many);
  const growth = lot.seconds / many / (few.seconds / 1_000);
  console.log(`${many} first letters: ${words(lot)}, ${growth.toFixed(2)} times as long each (at most ${AIMS.growth})`);
}

/** A whole mailing run: what is set is masters, since letters 2-24 are alike for all. */
async function benchMixed(letters: number): Promise<void> {
  const run = await openMixedRun(MIXED);
  try {
    const found = await measured(() => run.print());
    const printed = (await run.letters()).length;
    if (printed !== letters - 1) throw new Error(`${printed} letters were printed.`);
    say(`A run of ${MIXED.toLocaleString('en-US')} of letters 2-${letters} mixed`, found, AIMS.seconds);
  } finally {
    await run.close();
  }
}

function orderOf(files: Files, info: LetterInfo, sheets: number): Order {
  return {
    kind: 'edition',
    info,
    stuffing: { edition: editionOf(filesOf(files, info), info), sheets, grams: sheets * 5 },
  };
}

async function printPersonal(files: Files, info: LetterInfo, { master }: MadeEdition, count: number): Promise<void> {
  for (let first = 0; first < count; first += NAMES_PER_FILE) {
    const names = Array.from({ length: NAMES_PER_FILE }, (_, at) => `Ada Lovelace ${first + at}`);
    await typeset({ files, orders: [{ kind: 'personal', info, master, names }] });
  }
}

async function measured(work: () => Promise<void>): Promise<Measured> {
  let most = 0;
  const timer = every(() => (most = Math.max(most, memoryNow())), SAMPLE_MS);
  const began = performance.now();
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return { seconds: (performance.now() - began) / 1000, megabytes: most / 2 ** 10 };
}

/** In kB, of the children of this process, as Linux tells it. */
function memoryNow(): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return children.reduce((sum, pid) => sum + memoryOf(pid), 0);
}

function memoryOf(pid: string): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}

function say(what: string, found: Measured, aim: number): void {
  console.log(`${what}: ${words(found)} (at most ${aim} s, ${AIMS.megabytes} MB)`);
}

function words({ seconds, megabytes }: Measured): string {
  return `${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`;
}
