import { deepStrictEqual } from 'node:assert';
import { Shopper } from '../../test/clients/shopper.ts';
import { hireOperator } from '../../test/builders/operators.ts';
import { letAMonthPass } from '../../test/builders/months.ts';
import { upTo } from '../../test/load/in-parallel.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import { openBeside, type ServerBeside } from '../../test/server/beside.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { type Fate, Wire } from '../../test/server/wire.ts';
import { reconcile } from '../../src/server/commerce/reconcile/reconcile-checkouts.ts';
import { type Customer, MONEY_ACTIONS, type MoneyAction } from './console-money-actions.ts';
import { resultOrRefusal, type Soak } from './soak.ts';

const TROUBLES = ['double click', 'lost reply', 'request lost', 'killed', 'webhook in between'] as const;
type Trouble = (typeof TROUBLES)[number];

/** No action has more steps, so every step is chosen sometimes. */
const MOST_STEPS = 8;
const MOST_PRESSES = 20;
/** Another operator takes over then: each has a call limit. */
const ACTIONS_PER_CLERK = 20;

export const consoleMoney: Soak = {
  name: 'console-money',
  proves: 'Each money action of the console happens once, whatever is pressed twice, lost or killed',
  fullSize: 300,
  smallSize: 6,
  async run(shop, { size, seed, report }) {
    const random = new SeededRandom(seed);
    const customers = await prepareAll(shop, size);
    const stage = await Stage.open(shop);
    const broken = new Map<Trouble, number>();
    for (const [index, { action, customer }] of customers.entries()) {
      if (index % ACTIONS_PER_CLERK === 0) await stage.changeClerk();
      const trouble = random.pick(TROUBLES);
      const happened = await stage.play(action, customer, {
        trouble,
        step: 1 + Math.floor(random.roll() * MOST_STEPS),
      });
      if (happened) broken.set(trouble, (broken.get(trouble) ?? 0) + 1);
      await settle(shop, action, customer);
      deepStrictEqual(
        { action: action.name, trouble, ...(await action.evidence(shop, customer)) },
        { action: action.name, trouble, ...action.wanted },
      );
      if (index % 50 === 49) report(`${index + 1} actions`);
    }
    await stage.close();
    return `${customers.length} actions: ${[...broken].map(([trouble, times]) => `${trouble} ${times}`).join(', ')}`;
  },
};

/** Prepares overdue payments first: they move the shop's clock a month. */
async function prepareAll(shop: Shop, size: number) {
  const all: { action: MoneyAction; customer: Customer }[] = [];
  const each = upTo(Math.ceil(size / MONEY_ACTIONS.length));
  const overdue = MONEY_ACTIONS.filter(({ needsAMonth }) => needsAMonth);
  for (const action of overdue) for (const _ of each) all.push({ action, customer: await action.prepare(shop) });
  await letAMonthPass(shop);
  for (const { action, customer } of all) await action.afterAMonth?.(shop, customer);
  const others = MONEY_ACTIONS.filter(({ needsAMonth }) => !needsAMonth);
  for (const action of others) for (const _ of each) all.push({ action, customer: await action.prepare(shop) });
  return each.flatMap((round) =>
    MONEY_ACTIONS.flatMap((action) => all.filter((one) => one.action === action)[round] ?? []),
  );
}

/** Settles it as two of the shop's workers would. */
async function settle(shop: Shop, action: MoneyAction, customer: Customer): Promise<void> {
  shop.webhooks.pass();
  await shop.webhooks.deliver();
  shop.webhooks.lose();
  await Promise.allSettled([action.job(shop, customer), action.job(shop, customer)]);
  await shop.sandbox.webhooksDelivered();
  await reconcile(shop.ctx);
}

interface Plan {
  readonly trouble: Trouble;
  readonly step: number;
}

/** A server whose connections to Stripe and the database can break. It is replaced when they break for good. */
class Stage {
  #beside!: ServerBeside;
  #wires!: Readonly<Record<'stripe' | 'database', Wire>>;
  #clerk!: Shopper;
  readonly #killed: Promise<unknown>[] = [];

  private constructor(private readonly shop: Shop) {}

  static async open(shop: Shop): Promise<Stage> {
    const stage = new Stage(shop);
    await stage.#start();
    return stage;
  }

  async #start(): Promise<void> {
    const { config } = this.shop.ctx;
    const databaseUrl = new URL(config.databaseUrl);
    this.#wires = {
      stripe: await Wire.open(this.shop.sandbox.port),
      database: await Wire.open(Number(databaseUrl.port)),
    };
    databaseUrl.port = String(this.#wires.database.port);
    // The search names the socket file, which would bypass the wire.
    databaseUrl.search = '';
    const stripe = { ...config.stripe, apiBase: new URL(`http://127.0.0.1:${this.#wires.stripe.port}`) };
    this.#beside = await openBeside(this.shop, { databaseUrl: databaseUrl.href, stripe });
  }

  async changeClerk(): Promise<void> {
    this.#clerk = await hireOperator(this.shop);
  }

  async close(): Promise<void> {
    await this.#beside.close();
    this.#closeWires();
    await Promise.allSettled(this.#killed);
  }

  #closeWires(): void {
    for (const wire of Object.values(this.#wires)) wire.close();
  }

  /** @returns whether the trouble came before the action was over */
  async play(action: MoneyAction, customer: Customer, { trouble, step }: Plan): Promise<boolean> {
    let happened = trouble === 'double click';
    const cut = trouble === 'request lost' ? 'never arrives' : 'answer lost';
    if (trouble === 'webhook in between') this.shop.webhooks.hold();
    this.#atStep(trouble, step, () => {
      happened = true;
      if (trouble === 'killed') this.#kill();
      if (trouble === 'webhook in between') void this.shop.webhooks.deliver();
      return trouble === 'webhook in between' ? 'passes' : cut;
    });
    const press = () => this.#pressUntilTold(action, customer);
    await (trouble === 'double click' ? Promise.all([press(), press(), press()]) : press());
    for (const wire of Object.values(this.#wires)) wire.mend();
    return happened;
  }

  /** Each Stripe call is a step; for a kill, each commit too. */
  #atStep(trouble: Trouble, step: number, then: () => Fate): void {
    let seen = 0;
    const decide = (isStep: (request: string) => boolean) => (request: Buffer) =>
      isStep(request.subarray(0, 16).toString('latin1')) && ++seen === step ? then() : 'passes';
    if (trouble === 'double click') return;
    this.#wires.stripe.breakWhen(decide((request) => /^(GET|POST|DELETE) \/v1\//.test(request)));
    if (trouble === 'killed') this.#wires.database.breakWhen(decide((request) => /commit/i.test(request)));
  }

  /** Looks like kill -9 from outside: nothing leaves the server anymore. */
  #kill(): void {
    this.#closeWires();
    this.#killed.push(this.#beside.close().catch(() => undefined));
  }

  async #pressUntilTold(action: MoneyAction, customer: Customer): Promise<void> {
    for (let presses = 1; presses <= MOST_PRESSES; presses++) {
      const server = this.#beside;
      const { payer, userId, email, accessToken } = this.#clerk;
      const clerk = new Shopper(server.siteUrl, payer, userId, email, accessToken);
      const answer = await resultOrRefusal(() => action.order(clerk, customer)).catch(() => 'no answer');
      if (typeof answer !== 'string' || answer === 'wrong_state') return;
      if (answer === 'no answer') await this.#start();
    }
    throw new Error(`${action.name} was pressed ${MOST_PRESSES} times in vain.`);
  }
}
