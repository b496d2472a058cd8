import { deepStrictEqual } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from '../../launch/child.ts';
import { prepare } from '../../launch/prepare.mjs';
import { BUILT } from '../../launch/shop.ts';
import { API } from '../../src/contract/api.ts';
import { Shopper } from '../../test/clients/shopper.ts';
import { type Evidence, gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../test/load/evidence.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { openSurroundings, type Surroundings } from '../../test/server/surroundings.ts';
import { type Fate, Wire } from '../../test/server/wire.ts';
import type { Soak } from './soak.ts';

const REPAIRED_WITHIN_MS = 10_000;
const GIVE_UP_AFTER_MS = 120_000;
const EXITED_WITHIN_MS = 500;
const CANCELLED = { subscriptions: ['monthly cancelled'], seasons: ['season-1 cancelled'] };

const IS_STEP: Readonly<Record<Moment['wire'], (request: Buffer) => boolean>> = {
  stripe: (request) => /^(GET|POST|DELETE) \/v1\//.test(request.subarray(0, 16).toString('latin1')),
  database: (request) => /commit/i.test(request.toString('latin1')),
};

/** The nth step on a wire, before the request arrives or after it has been carried out. */
interface Moment {
  readonly wire: 'stripe' | 'database';
  readonly number: number;
  readonly side: Exclude<Fate, 'passes'>;
  /** Stripe's events that arrive again and again hide a missing reconciliation. */
  readonly events: 'arrive' | 'are lost';
}

export const killed: Soak = {
  name: 'killed',
  proves:
    '`kill -9` before and after each call to Stripe and each commit of a purchase and its cancellation loses nothing and charges nothing twice',
  fullSize: 200,
  smallSize: null,
  async run(shop, { size, report }) {
    await prepare({ build: true });
    const stage = await Stage.open(shop);
    let longest = 0;
    try {
      const moments = everyMoment();
      for (let kills = 0; kills < size;) {
        const seconds = await stage.play(moments.next().value);
        if (seconds === null) {
          moments.next('the story is over before that');
          continue;
        }
        kills += 1;
        longest = Math.max(longest, seconds);
        report(`${kills} kills, the longest repair took ${longest.toFixed(1)} s`);
      }
    } finally {
      await stage.close();
    }
    return `longest repair ${longest.toFixed(1)} s after the restart`;
  },
};

/** Counts steps up until the caller says that no such step exists. */
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
    // The search names the socket file, which would bypass the wire.
    databaseUrl.search = '';
    const ownSettings = { DATABASE_URL: databaseUrl.href, STRIPE_API_BASE: `http://127.0.0.1:${wires.stripe.port}` };
    const stage = new Stage(shop, around, wires, { ...around.settings, ...ownSettings });
    await stage.#start();
    return stage;
  }

  async close(): Promise<void> {
    this.#server?.kill();
    await this.#server?.exited;
    for (const wire of Object.values(this.wires)) wire.close();
    await this.around.close();
  }

  /** @returns seconds from the restart until all was repaired; null when the server was not killed */
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
    await user.settle(reply).catch(() => this.#reopen());
    await this.#repaired(user, ONE_MONTHLY_PURCHASE);
    await this.#persist(user, async () => {
      const [subscription] = (await user.call(API.getAccount)).subscriptions;
      await user.call(API.cancelSubscription, { params: { id: subscription?.id ?? '' } });
    });
    await this.#repaired(user, { ...ONE_MONTHLY_PURCHASE, ...CANCELLED }, reply.subscriptionId);
    this.wires[wire].mend();
    return this.#killed ? (Date.now() - this.#opened) / 1000 : null;
  }

  #killAt(wire: Moment['wire'], number: number, side: Moment['side']): void {
    let seen = 0;
    const decide = (request: Buffer): Fate => {
      if (!IS_STEP[wire](request)) return 'passes';
      seen += 1;
      return seen === number ? side : 'passes';
    };
    this.wires[wire].breakWhen(decide, () => {
      this.#killed = true;
      this.#server?.kill();
    });
  }

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

  /** Starts only a dead server; other failures happen too. */
  async #reopen(): Promise<void> {
    const isDead = this.#server?.exited.then(() => true);
    if (await Promise.race([isDead, sleep(EXITED_WITHIN_MS, false)])) await this.#start();
  }

  async #start(): Promise<void> {
    this.#server = startChild({
      name: 'The server',
      args: BUILT.server,
      env: { PATH: process.env['PATH'], ...this.settings },
      onLine: () => undefined,
    });
    this.#isDead = false;
    void this.#server.exited.then(() => (this.#isDead = true));
    await this.#server.ready;
    this.#opened = Date.now();
  }

  async #repaired(user: Shopper, wanted: Evidence, endsWithPeriod?: string): Promise<void> {
    const { stripe } = this.around;
    await this.#eventually(async () => {
      deepStrictEqual(await gatherEvidence({ ctx: this.shop.ctx, stripe }, user), wanted);
      if (endsWithPeriod === undefined) return;
      const { cancel_at_period_end: ends } = await stripe.subscriptions.retrieve(endsWithPeriod);
      deepStrictEqual(ends, true);
    });
  }

  async #eventually(holds: () => Promise<void>): Promise<void> {
    for (const began = Date.now(); ;) {
      try {
        return await holds();
      } catch (error) {
        if (!this.#isDead && Date.now() > Math.max(began, this.#opened) + REPAIRED_WITHIN_MS) throw error;
        await sleep(100);
        if (this.#isDead) await this.#reopen();
      }
    }
  }
}
