import { deepStrictEqual } from 'node:assert';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import { freePort } from '../../launch/ports.ts';
import { type Database, openDatabase } from '../../src/server/platform/db/database.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import { Visits } from '../../test/load/visits.ts';
import { openSurroundings, type Surroundings } from '../../test/server/surroundings.ts';
import { openBalancer } from './cluster/balancer.ts';
import { assetNames, type Build, BUILDS, makeBuilds } from './cluster/builds.ts';
import { DatabasePair } from './cluster/database-pair.ts';
import { answersWell, Program } from './cluster/program.ts';
import { compareLedgers, idOf } from './ledgers.ts';
import type { Soak, SoakOptions } from './soak.ts';

const WEBS = 2;
const VISITORS = 2;
const DRAIN_SECONDS = '5';
/** How long systemd waits before it restarts a dead process. */
const AWAY_MS = 1_000;
const BACK_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 100;
/** A job finds checkouts without return and event once a minute. */
const RECORDED_WITHIN_MS = 150_000;
const LOOK_AGAIN_MS = 2_000;
/** Requested per build and process. */
const FILES = 4;

export const cluster: Soak = {
  name: 'cluster',
  proves:
    'Two web processes and a worker with a primary and a synchronous standby, replaced by another build, killed and failed over, lose no acknowledged write and charge nobody twice; no request fails while builds are replaced',
  fullSize: 10,
  smallSize: null,
  /** @param size rounds; each kills every process once */
  async run(_shop, { size, report }) {
    const pair = await DatabasePair.open();
    const around = await openSurroundings(pair.url);
    const db = openDatabase(pair.url, { maxConnections: 2 });
    const shop = await Cluster.open(pair, around, db);
    try {
      return await play(shop, { size, report });
    } catch (error) {
      throw new Error(`The end of the logs:\n${shop.logs()}`, { cause: error });
    } finally {
      await shop.close();
      await db.$client.end();
      await around.close();
      await pair.close();
    }
  },
};

async function play(shop: Cluster, { size, report }: Omit<SoakOptions, 'seed'>): Promise<string> {
  const replaced = await shop.underLoad(() => shop.replaceAll());
  const failed = replaced.answers.filter(({ status }) => status !== 200);
  deepStrictEqual(failed, [], 'Requests have failed while builds were replaced.');
  await shop.requireFiles();
  let { answers, bought } = replaced.counts;
  let longestMs = 0;
  for (const round of upTo(size)) {
    if (round > 0) await shop.makeWhole();
    const visits = await shop.underLoad(async (load) => {
      for (const [name, kill] of shop.kills()) {
        await kill();
        const ms = await untilFine(load);
        report(`round ${round + 1} of ${size}, ${name}: fine again after ${(ms / 1_000).toFixed(1)} s`);
        longestMs = Math.max(longestMs, ms);
      }
    });
    // A process that is killed breaks its connections.
    deepStrictEqual(
      visits.faults.filter(({ status }) => status !== 0),
      [],
    );
    answers += visits.counts.answers;
    bought += visits.counts.bought;
  }
  const { paidInvoices } = await shop.untilRecorded();
  return `${answers} answers, ${bought} purchases, ${paidInvoices} charges, none lost or doubled; fine again within ${(longestMs / 1_000).toFixed(1)} s`;
}

/** @returns milliseconds from now until a new request of each kind succeeded */
async function untilFine(load: Visits): Promise<number> {
  const began = performance.now();
  for (; performance.now() < began + BACK_WITHIN_MS; await sleep(LOOK_EVERY_MS)) {
    const fine = load.allFineAfter(began);
    if (fine !== null) return fine - began;
  }
  throw new Error('The shop is not fine again.');
}

type Builds = Readonly<Record<Build, string>>;

/** The shop's processes behind a balancer. */
class Cluster {
  readonly #runs = new Map<Program, Build>();

  private constructor(
    private readonly pair: DatabasePair,
    private readonly around: Surroundings,
    private readonly db: Database,
    private readonly builds: Builds,
    private readonly ports: readonly number[],
    private readonly programs: readonly Program[],
    private readonly balancer: { close(): void },
  ) {}

  static async open(pair: DatabasePair, around: Surroundings, db: Database): Promise<Cluster> {
    const builds = await makeBuilds(pair.logs);
    const ports = await Promise.all(upTo(WEBS + 1).map(() => freePort()));
    const programs = ports.map((port, index) => {
      const role = index < WEBS ? { ROLE: 'web', PORT: String(port) } : { ROLE: 'worker', HEALTH_PORT: String(port) };
      return new Program(`${role.ROLE} at ${port}`, {
        command: serverOf(builds.one),
        env: { PATH: process.env['PATH'], ...around.settings, ...role, DRAIN_SECONDS, LOG_LEVEL: 'warn' },
        logPath: join(pair.logs, `${role.ROLE}-${port}.log`),
        isReady: () => answersWell(`http://127.0.0.1:${port}/readyz`),
      });
    });
    const webPorts = ports.slice(0, WEBS);
    const balancer = await openBalancer(Number(around.settings['PORT']), webPorts);
    const shop = new Cluster(pair, around, db, builds, webPorts, programs, balancer);
    // The first program creates everyone's keys.
    for (const program of programs) await program.start();
    return shop;
  }

  async close(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.end('SIGKILL')));
    this.balancer.close();
  }

  /** Visitors come and go until the work is done. @throws Error for a write that was acknowledged and is lost */
  async underLoad(work: (load: Visits) => Promise<void>): Promise<Visits> {
    const load = new Visits(this.around);
    load.begin(VISITORS);
    try {
      await untilFine(load);
      await work(load);
    } finally {
      await load.end();
    }
    deepStrictEqual(await load.lost(), []);
    if (load.counts.bought === 0) throw new Error('Nothing was bought.');
    return load;
  }

  /** Each process ends by SIGTERM and starts with the other build, one after another. @throws Error when one ends with a fault */
  async replaceAll(): Promise<void> {
    for (const program of this.programs) {
      const build = this.#runs.get(program) === 'other' ? 'one' : 'other';
      this.#runs.set(program, build);
      program.change({ command: serverOf(this.builds[build]) });
      const code = await program.end('SIGTERM');
      if (code !== 0) throw new Error(`${program.name} has ended with ${code}.`);
      await program.start();
    }
  }

  /** Every process serves the files of both builds. */
  async requireFiles(): Promise<void> {
    for (const build of BUILDS) {
      for (const name of [...assetNames(this.builds[build])].slice(0, FILES)) {
        const found = this.ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/assets/${name}`)).status);
        deepStrictEqual([name, ...(await Promise.all(found))], [name, ...this.ports.map(() => 200)]);
      }
    }
  }

  kills(): (readonly [string, () => Promise<void>])[] {
    const killed = this.programs.map((program) => {
      const killAndStart = async () => {
        await program.end('SIGKILL');
        await sleep(AWAY_MS);
        await program.start();
      };
      return [`kill -9 of ${program.name}`, killAndStart] as const;
    });
    return [...killed, ['kill -9 of the primary', () => this.pair.failOver()]];
  }

  /** The primary gets a standby, and every process reaches a database. */
  async makeWhole(): Promise<void> {
    await this.pair.makeWhole();
    const urls = this.ports.map((port) => `http://127.0.0.1:${port}/readyz`);
    for (const deadline = performance.now() + BACK_WITHIN_MS; ; await sleep(LOOK_EVERY_MS)) {
      if (!(await inParallel(urls, WEBS, answersWell)).includes(false)) return;
      if (performance.now() > deadline) throw new Error('A web process does not get ready again.');
    }
  }

  /** Waits until our books equal Stripe's. @throws Error if they keep differing, or a buyer paid twice */
  async untilRecorded() {
    const { stripe } = this.around;
    await refuseDoubledCharges(stripe);
    for (const deadline = performance.now() + RECORDED_WITHIN_MS; ; await sleep(LOOK_AGAIN_MS)) {
      try {
        return await compareLedgers({ stripe, ctx: { db: this.db } });
      } catch (error) {
        if (performance.now() > deadline) throw error;
      }
    }
  }

  logs(): string {
    return this.programs.map((program) => program.lastWords()).join('\n');
  }
}

function serverOf(folder: string): string[] {
  return [process.execPath, `${folder}/dist/server/main.js`];
}

/** Each buyer buys once. */
async function refuseDoubledCharges(stripe: Stripe): Promise<void> {
  const charges = new Map<string, number>();
  for await (const { paid, customer } of stripe.charges.list({ limit: 100 })) {
    if (paid) charges.set(idOf(customer), (charges.get(idOf(customer)) ?? 0) + 1);
  }
  deepStrictEqual(
    [...charges].filter(([, times]) => times > 1),
    [],
    'Buyers were charged more than once.',
  );
}
