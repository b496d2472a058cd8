import { setTimeout as sleep } from 'node:timers/promises';
import { inArray } from 'drizzle-orm';
import { builtFiles } from '../../../src/server/platform/schema.ts';
import { assetNames } from './builds.ts';
import { rollAll } from './roll.ts';
import type { ClusterLoad } from './cluster-load.ts';
import type { ClusterShop } from './cluster-shop.ts';
import type { Repeat } from './smtp-server.ts';
import { CLOCK_EVENT, type ClusterEvent, DATABASE_EVENTS, KILLS, LINK_EVENTS } from './events.ts';

const BACK_WITHIN_MS = 30_000;
const STEADY_MS = 1_000;
const LOOK_EVERY_MS = 100;
const TABS = 2;
const SAMPLES = 6;

export interface Figures {
  /** Requests while processes were stopped and started one after another, those of them without a success, and those asked again. */
  readonly rolls: { asked: number; failed: number; askedAgain: number };
  readonly tabs: { open: number; beganAnew: number };
  /** Of each event, the longest time in which the shop stored nothing, and the database itself, in seconds. */
  readonly gaps: { event: ClusterEvent; shop: number; database: number }[];
  /** Limits that were not kept, and what ended the rounds. */
  readonly broken: string[];
  /** Played to their ends. */
  rounds: number;
  /** Of this process's own thread, in seconds. */
  longestStall: number;
}

export function noFigures(): Figures {
  return {
    rolls: { asked: 0, failed: 0, askedAgain: 0 },
    tabs: { open: 0, beganAnew: 0 },
    gaps: [],
    broken: [],
    rounds: 0,
    longestStall: 0,
  };
}

export interface Round {
  readonly cluster: ClusterShop;
  readonly load: ClusterLoad;
  readonly figures: Figures;
  readonly report: (line: string) => void;
}

/** Everything once: all shop processes rolled twice, each kind killed, the primary lost in four ways, each link cut, clocks apart. */
export async function playRound(round: Round): Promise<void> {
  const { load } = round;
  await load.signInAgain();
  load.mailings.begin();
  await rollTwice(round);
  for (const event of [...KILLS, ...DATABASE_EVENTS, ...LINK_EVENTS, CLOCK_EVENT]) await playEvent(round, event);
  await load.mailings.end();
}

async function rollTwice({ cluster, load, figures, report }: Round): Promise<void> {
  const before = [load.requests.counts, load.writes.counts] as const;
  load.browsers.begin();
  const tabs = await Promise.all(Array.from({ length: TABS }, () => load.browsers.leaveTabOpen()));
  await rollAll(cluster.shop.all, cluster.shop);
  await tabs[0]?.();
  // Whoever has just opened a page of that build still uses them.
  await load.browsers.end();
  await deleteFilesOf(cluster, 'one');
  load.browsers.begin();
  const { beganAnew } = (await tabs[1]?.()) ?? { beganAnew: false };
  figures.tabs.open += tabs.length;
  if (beganAnew) figures.tabs.beganAnew += 1;
  await rollAll(cluster.shop.all, cluster.shop);
  await load.browsers.end();
  const after = [load.requests.counts, load.writes.counts] as const;
  const rolls = {
    asked: after[0].asked + after[1].asked - before[0].asked - before[1].asked,
    failed: after[0].failed + after[1].failed - before[0].failed - before[1].failed,
  };
  figures.rolls.asked += rolls.asked;
  figures.rolls.failed += rolls.failed;
  figures.rolls.askedAgain += after[0].askedAgain - before[0].askedAgain;
  const { blank, visits } = load.browsers;
  for (const { path, what } of [...load.requests.pageFailures, ...load.requests.accountFailures].slice(-SAMPLES))
    report(`${path}: ${what}`);
  for (const each of blank) report(`blank: ${each}`);
  const stall = takeStall(load, figures);
  report(
    `rolled twice: ${rolls.failed} of ${rolls.asked} requests failed, ${blank.length} blank pages in ${visits} visits, ${stall}`,
  );
}

/** As if they had not been used for as long as sessions last. */
async function deleteFilesOf({ shop, db }: ClusterShop, build: 'one' | 'other'): Promise<void> {
  const paths = [...assetNames(shop.folderOf(build))].map((name) => `/assets/${name}`);
  await db.delete(builtFiles).where(inArray(builtFiles.path, paths));
}

async function playEvent({ cluster, load, figures, report }: Round, event: ClusterEvent): Promise<void> {
  const pages = load.requests.pageFailures.length;
  const repeats = cluster.smtp.repeats.length;
  const began = performance.now();
  await event.happen(cluster).catch((cause: unknown) => Promise.reject(new Error(event.name, { cause })));
  await cluster.databases.untilWhole();
  await untilStoring(load, event);
  await load.requireHeard().catch((error: unknown) => figures.broken.push(`${event.name}: ${String(error)}`));
  const [shop, database] = [load.writes.longestGap(began), load.commits.longestGap(began)];
  figures.gaps.push({ event, shop, database });
  const limit = event.longestGap?.(database) ?? Infinity;
  if (shop > limit) figures.broken.push(`${event.name}: ${shop.toFixed(1)} s without a success`);
  const failed = load.requests.pageFailures.slice(pages);
  for (const { path, what } of failed.slice(0, SAMPLES)) report(`${path}: ${what}`);
  const seconds = `${shop.toFixed(1)} s (database ${database.toFixed(1)} s)`;
  const stall = takeStall(load, figures);
  report(
    `${event.name}: stored nothing for ${seconds}, ${failed.length} public pages failed, ${describeRepeats(cluster.smtp.repeats.slice(repeats))}, ${stall}`,
  );
}

function describeRepeats(repeats: readonly Repeat[]): string {
  const seconds = repeats.map(({ secondsLater }) => `${secondsLater.toFixed(1)} s`).join(' and ');
  const excused = repeats.filter(({ isExcused }) => isExcused).length;
  return `${repeats.length} emails handed over again${seconds && ` after ${seconds}`}, ${excused} of them because of a cut`;
}

function takeStall({ thread }: ClusterLoad, figures: Figures): string {
  const stall = thread.longestStall();
  figures.longestStall = Math.max(figures.longestStall, stall);
  return `own thread still for ${stall.toFixed(1)} s`;
}

async function untilStoring(load: ClusterLoad, { name }: ClusterEvent): Promise<void> {
  const whole = performance.now();
  while (!load.writes.succeededAfter(whole)) {
    if (performance.now() - whole > BACK_WITHIN_MS) throw new Error(`${name}: the shop stores nothing any more.`);
    await sleep(LOOK_EVERY_MS);
  }
  await sleep(STEADY_MS);
}
