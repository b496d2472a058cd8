import { deepStrictEqual } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from '../../launch/child.ts';
import { prepare } from '../../launch/prepare.mjs';
import { API } from '../../src/contract/api.ts';
import { type Evidence, gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../test/load/evidence.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { Shopper } from '../../test/clients/shopper.ts';
import { openSurroundings, type Surroundings } from '../../test/server/surroundings.ts';
import { type Fate, Wire } from '../../test/server/wire.ts';
import type { Soak } from '../soak.ts';

/** From the moment the shop is open again (docs of the proofs). */
const REPAIRED_WITHIN_MS = 10_000;
const GIVE_UP_AFTER_MS = 120_000;
/** A killed process is gone long before that. */
const DYING_MS = 500;

/** One moment at which the server is killed: at the nth request on a wire, before it arrives or when it has been carried out. */
interface Moment {
  readonly wire: 'stripe' | 'database';
  readonly number: number;
  readonly side: Exclude<Fate, 'passes'>;
  /** What becomes of the provider's events. Those that arrive again and again hide that nobody else looks. */
  readonly events: 'arrive' | 'are lost';
}

/**
 * A server is killed with SIGKILL at every step of a purchase and its cancellation, before and after each call to the provider and each
 * commit, `count` times in all, with the provider's events and without: nothing paid stays unrecorded, nothing is charged twice, all is
 * repaired soon after the restart.
 */
export const killed: Soak = {
  fullCount: 200,
  async run(shop, { count }) {
    await prepare({ build: true });
    const stage = await Stage.open(shop);
    let longest = 0;
    try {
      const moments = everyMoment();
      for (let kills = 0; kills < count;) {
        const moment = moments.next().value;
        const seconds = await stage.play(moment);
        if (seconds === null) {
          moments.next('the story is over before that');
          continue;
        }
        kills += 1;
        longest = Math.max(longest, seconds);
        if (kills % 10 === 0) console.log(`${kills} kills, the longest repair took ${longest.toFixed(1)} s`);
      }
    } finally {
      await stage.close();
    }
    console.log(`${count} kills, all repaired within ${longest.toFixed(1)} s of the restart`);
  },
};

/** Over and over again, wire by wire; told that the story has no such moment, it begins the next one. */
function* everyMoment(): Generator<Moment, never, string | undefined> {
  for (;;) {
    for (const wire of ['stripe', 'database'] as const) {
      for (const side of ['never arrives', 'answer lost'] as const) {
        for (const events of ['arrive', 'are lost'] as const) {
          let over: string | undefined;
          for (let number = 1; over === undefined; number++) over = yield { wire, number, side, events };
          yield { wire, number: 1, side, events };
        }
      }
    }
  }
}

/** A server in a process of its own between two wires, and somebody who buys. */
class Stage {
  #server: Child | null = null;
  #isDead = false;
  #opened = 0;
  #killed = false;

  private constructor(
    private readonly shop: Shop,
    private readonly around: Surroundings,
    private readonly wires: Readonly<Record<Moment['wire'], Wire>>,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  static async open(shop: Shop): Promise<Stage> {
    const databaseUrl = new URL(shop.ctx.config.databaseUrl);
    const around = await openSurroundings(databaseUrl.href);
    const wires = {
      stripe: await Wire.open(around.sandbox.port),
      database: await Wire.open(Number(databaseUrl.port)),
    };
    databaseUrl.port = String(wires.database.port);
    // By TCP, not by the socket file.
    databaseUrl.search = '';
    const settings = {
      ...around.settings,
      DATABASE_URL: databaseUrl.href,
      STRIPE_API_BASE: `http://127.0.0.1:${wires.stripe.port}`,
    };
    const stage = new Stage(shop, around, wires, settings);
    await stage.#start();
    return stage;
  }

  async close(): Promise<void> {
    this.#server?.kill();
    await this.#server?.exited;
    for (const wire of Object.values(this.wires)) wire.close();
    await this.around.close();
  }

  /** Somebody buys and cancels; the server dies at that moment. @returns the seconds until all was well, null when it never died */
  async play({ wire, number, side, events }: Moment): Promise<number | null> {
    this.around.webhooks.lose();
    if (events === 'arrive') this.around.webhooks.pass();
    else this.around.webhooks.hold();
    const user = await Shopper.signUp(this.around);
    const order = await user.order();
    this.#killed = false;
    this.#killAt(wire, number, side);
    const reply = await this.#persist(user, () => user.submit(order));
    if (reply.clientSecret !== null) await user.confirm(reply, order.paymentMethodId);
    // Whoever has paid and finds the shop dead does not come back to say so.
    await user.settle(reply).catch(() => this.#reopen());
    await this.#repaired(user, ONE_MONTHLY_PURCHASE);
    await this.#persist(user, async () => {
      const [subscription] = (await user.call(API.getAccount)).subscriptions;
      await user.call(API.cancelSubscription, { params: { id: subscription?.id ?? '' } });
    });
    await this.#repaired(user, { ...ONE_MONTHLY_PURCHASE, ...CANCELLED });
    await this.#endsWithPeriod(reply.subscriptionId);
    this.wires[wire].mend();
    return this.#killed ? (Date.now() - this.#opened) / 1000 : null;
  }

  #killAt(wire: Moment['wire'], number: number, side: Moment['side']): void {
    let seen = 0;
    const decide = (request: Buffer): Fate => {
      if (!isStep[wire](request)) return 'passes';
      seen += 1;
      return seen === number ? side : 'passes';
    };
    this.wires[wire].breakWhen(decide, () => {
      this.#killed = true;
      this.#server?.kill();
    });
  }

  /** Tries again whenever the server has died meanwhile, as a patient person would. */
  async #persist<T>(user: Shopper, work: () => Promise<T>): Promise<T> {
    for (const deadline = Date.now() + GIVE_UP_AFTER_MS; ;) {
      try {
        return await work();
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await this.#reopen();
      }
    }
  }

  /** A refusal, or a connection that the server before it left behind, is not the death of a server. */
  async #reopen(): Promise<void> {
    const isDead = this.#server?.exited.then(() => true);
    if (await Promise.race([isDead, sleep(DYING_MS, false)])) await this.#start();
  }

  async #start(): Promise<void> {
    this.#server = startChild({
      name: 'The server',
      args: ['dist/server/main.js'],
      env: { PATH: process.env['PATH'], ...this.settings },
      onLine: () => undefined,
    });
    this.#isDead = false;
    void this.#server.exited.then(() => (this.#isDead = true));
    await this.#server.ready;
    this.#opened = Date.now();
  }

  async #repaired(user: Shopper, wanted: Evidence): Promise<void> {
    await this.#eventually(async () => {
      deepStrictEqual(await gatherEvidence({ ctx: this.shop.ctx, stripe: this.around.stripe }, user), wanted);
    });
  }

  async #endsWithPeriod(subscriptionId: string): Promise<void> {
    await this.#eventually(async () => {
      const { cancel_at_period_end: ends } = await this.around.stripe.subscriptions.retrieve(subscriptionId);
      deepStrictEqual(ends, true);
    });
  }

  async #eventually(holds: () => Promise<void>): Promise<void> {
    for (const began = Date.now(); ;) {
      try {
        await holds();
        return;
      } catch (error) {
        // Opening again is not repairing: it may take its time on a busy machine.
        if (!this.#isDead && Date.now() > Math.max(began, this.#opened) + REPAIRED_WITHIN_MS) throw error;
        await sleep(100);
        if (this.#isDead) await this.#reopen();
      }
    }
  }
}

const CANCELLED = { subscriptions: ['monthly cancelled'], seasons: ['season-1 cancelled'] };

const isStep: Readonly<Record<Moment['wire'], (request: Buffer) => boolean>> = {
  stripe: (request) => /^(GET|POST|DELETE) \/v1\//.test(request.subarray(0, 16).toString('latin1')),
  database: (request) => /commit/i.test(request.toString('latin1')),
};
