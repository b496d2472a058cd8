import { deepStrictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from '../../launch/child.ts';
import { freePort } from '../../launch/ports.ts';
import { addDays, newYorkDate } from '../../src/domain/calendar-date.ts';
import type { Sighting } from '../../src/domain/sightings.ts';
import { lastSeen } from '../../src/server/fulfilment/scans/sightings.sql.ts';
import { mailingScans } from '../../src/server/fulfilment/scans-schema.ts';
import { mailingPieces } from '../../src/server/fulfilment/schema.ts';
import { addBarcodedRun, type BarcodedPiece, imbOf } from '../../test/builders/barcoded-run.ts';
import { upTo } from '../../test/load/in-parallel.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { SeededRandom } from './seeded-random.ts';
import type { Soak } from './soak.ts';

const LOGIN = 'usps:a-feed-of-scans-alone';
const EVENTS_PER_KILL = 5_000;
const EVENTS_PER_PIECE = 20;
const SENDERS = 3;
const TOWNS = ['PORTLAND', 'BANGOR', 'BOSTON', 'SPRINGFIELD', 'ALBANY'] as const;
const UNKNOWN_MAILERS = ['123456', '900000001', '912345678'] as const;

interface Event {
  readonly imb: string;
  readonly scanDatetime: string;
  readonly scanEventCode: string;
  readonly scanLocaleKey: string;
  readonly machineId: string;
  readonly scanFacilityCity: string;
  readonly scanFacilityState: string;
}

export const scans: Soak = {
  name: 'scans',
  proves:
    'Scans shuffled, repeated, half of unknown mailers, to a server that is killed again and again, are stored once each, and each letter was last seen where it was',
  fullSize: 100_000,
  smallSize: 2_000,
  async run(shop, { size, seed, report }) {
    const random = new SeededRandom(seed);
    const letters = await addLetters(shop, Math.ceil(size / 2 / EVENTS_PER_PIECE));
    const events = upTo(size).map((index) => eventOf(index, letters, random));
    const sent = random.shuffle(events.flatMap((event) => upTo(1 + Math.floor(random.roll() * 3)).map(() => event)));
    const kills = await deliver(shop, sent, random, report);
    deepStrictEqual(await shop.ctx.db.$count(mailingScans), events.length);
    await judgeLastSeen(shop, letters, events);
    return `${events.length} scans in ${sent.length} events, ${kills} kills`;
  },
};

async function addLetters(shop: Shop, count: number): Promise<readonly BarcodedPiece[]> {
  const handedOverOn = addDays(newYorkDate(shop.clock.now()), -30);
  const subscriptionIds = upTo(count).map(() => randomUUID());
  return await addBarcodedRun(shop.ctx.db, { handedOverOn, firstSerial: 1, subscriptionIds });
}

/** No two are alike: the minute is the number's. */
function eventOf(index: number, letters: readonly BarcodedPiece[], random: SeededRandom): Event {
  const unknown = imbOf(Math.floor(random.roll() * 900_000), random.pick(UNKNOWN_MAILERS));
  const minutes = 20 * 24 * 60 - index;
  const hub = String(Math.floor(random.roll() * 900) + 100);
  return {
    imb: index % 2 === 0 ? random.pick(letters).imb : unknown,
    scanDatetime: new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19),
    scanEventCode: random.pick(['871', '891', '918']),
    scanLocaleKey: hub,
    machineId: `${hub}-${index}`,
    scanFacilityCity: random.pick(TOWNS),
    scanFacilityState: 'ME',
  };
}

const MESSAGES_PER_KILL = 8;

/** @returns how often the server was killed while it was taking messages */
async function deliver(
  { settings }: Shop,
  events: readonly Event[],
  random: SeededRandom,
  report: (line: string) => void,
): Promise<number> {
  const wanted = Math.max(1, Math.round(events.length / 2 / EVENTS_PER_KILL));
  const largest = Math.min(10_000, Math.ceil((2 * events.length) / (wanted * MESSAGES_PER_KILL)));
  const batches: string[] = [];
  for (let first = 0; first < events.length;) {
    const batch = events.slice(first, first + 1 + Math.floor(random.roll() * largest));
    batches.push(JSON.stringify({ msgGrpId: randomUUID(), events: batch }));
    first += batch.length;
  }
  const server = await MortalServer.start({ ...settings, PORT: String(await freePort()), USPS_SCANS_LOGIN: LOGIN });
  const sending = Promise.all(
    upTo(SENDERS).map(async () => {
      for (let body = batches.pop(); body !== undefined; body = batches.pop()) await server.retry(body);
    }),
  ).then(() => 'done' as const);
  for (let end: 'done' | 'goes on' = 'goes on'; server.kills < wanted;) {
    end = await Promise.race([sending, server.untilTaken(Math.floor((random.roll() * MESSAGES_PER_KILL) / 2))]);
    if (end === 'done') break;
    await sleep(random.roll() * server.messageMs);
    await server.restart();
    report(`${server.kills} kills, ${server.cut} messages broken off, ${batches.length} messages left`);
  }
  await sending;
  await server.stop();
  if (server.kills < wanted) throw new Error(`All was taken after ${server.kills} kills of ${wanted}.`);
  return server.kills;
}

class MortalServer {
  /** Those that broke a message off. */
  kills = 0;
  /** Messages broken off. */
  cut = 0;
  /** What the newest one took. */
  messageMs = 20;
  #isOver = false;
  #taken = 0;
  #inHand = 0;
  #child: Child;

  private constructor(
    private readonly settings: Readonly<Record<string, string>>,
    child: Child,
  ) {
    this.#child = child;
  }

  static async start(settings: Readonly<Record<string, string>>): Promise<MortalServer> {
    const server = new MortalServer(settings, spawn(settings));
    await server.#child.ready;
    return server;
  }

  /** When it has answered so many messages more and has another in hand. */
  async untilTaken(more: number): Promise<'goes on'> {
    const taken = this.#taken + more;
    while (!this.#isOver && (this.#taken < taken || this.#inHand === 0)) await sleep(1);
    return 'goes on';
  }

  /** `kill -9`. */
  async restart(): Promise<void> {
    const cut = this.#inHand === 0 ? Infinity : this.cut;
    this.#child.kill();
    await this.#child.exited;
    // A broken connection is heard of a moment later.
    while (this.#inHand > 0) await sleep(1);
    if (this.cut > cut) this.kills += 1;
    this.#child = spawn(this.settings);
    await this.#child.ready;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#child.kill();
    await this.#child.exited;
  }

  /** As the carrier does: again until it is taken. */
  async retry(body: string): Promise<void> {
    const authorization = `Basic ${Buffer.from(LOGIN).toString('base64')}`;
    for (;;) {
      const url = `http://127.0.0.1:${this.settings['PORT']}/webhooks/usps`;
      const began = performance.now();
      this.#inHand += 1;
      const answer = await fetch(url, { method: 'POST', headers: { authorization }, body }).catch((error: unknown) =>
        this.#breakOff(error),
      );
      await answer?.arrayBuffer().catch(() => null);
      this.#inHand -= 1;
      if (answer?.ok) {
        this.#taken += 1;
        this.messageMs = performance.now() - began;
        return;
      }
      if (answer !== null && answer.status < 500) throw new Error(`The feed was refused with ${answer.status}.`);
      await sleep(50);
    }
  }

  #breakOff(error: unknown): null {
    const cause = error instanceof Error ? error.cause : null;
    const wasReached = !(cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED');
    if (wasReached) this.cut += 1;
    return null;
  }
}

function spawn(settings: Readonly<Record<string, string>>): Child {
  return startChild({
    name: 'The server',
    args: ['--import', 'tsx', 'bench/soaks/scan-server-process.ts'],
    env: { PATH: process.env['PATH'], ...settings },
    onLine: () => undefined,
  });
}

async function judgeLastSeen(
  { ctx }: Shop,
  letters: readonly BarcodedPiece[],
  events: readonly Event[],
): Promise<void> {
  const rows = await ctx.db.select({ id: mailingPieces.id, seen: lastSeen() }).from(mailingPieces);
  const found = new Map(rows.map(({ id, seen }) => [id, seen]));
  const newest = new Map<string, Event>();
  for (const event of events) {
    const known = newest.get(event.imb);
    if (known === undefined || known.scanDatetime < event.scanDatetime) newest.set(event.imb, event);
  }
  for (const { id, imb } of letters) deepStrictEqual(found.get(id) ?? null, sightingOf(newest.get(imb)));
}

function sightingOf(event: Event | undefined): Sighting | null {
  if (event === undefined) return null;
  const { scanFacilityCity: city, scanFacilityState: state, scanDatetime } = event;
  return { city, state, on: scanDatetime.slice(0, 10) as Sighting['on'] };
}
