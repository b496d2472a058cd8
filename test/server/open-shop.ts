import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Stripe } from 'stripe';
import { NO_OVERRIDES } from '../../src/domain/holidays.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { closeContext, type Context, openContext } from '../../src/server/context.ts';
import { startWorkers } from '../../src/server/workers.ts';
import { listen } from '../../src/server/listen.ts';
import { pagesListener } from '../../src/server/platform/public-pages/pages.ts';
import { setUpCatalogue } from '../../src/server/commerce/payments/catalogue.ts';
import { BLANK_PAGES } from './blank-pages.ts';
import { TestClock } from './clock.ts';
import { Shopper } from '../clients/shopper.ts';
import { openSurroundings, type Surroundings } from './surroundings.ts';

/** A whole shop in this process: the server on a real port, a provider that sends real webhooks, a mailbox. */
export interface Shop extends Surroundings {
  readonly ctx: Context;
  readonly clock: TestClock;
  /** What the server has logged as going wrong, line by line. */
  readonly log: string[];
  /** A new person with an account. */
  signUp(): Promise<Shopper>;
  /** A promotion code at the provider; returns its id. */
  promotion(coupon: Stripe.CouponCreateParams, code?: string): Promise<string>;
  /** Lets time pass for the shop and the provider alike, with every renewal that falls due. */
  letPass(seconds: number): Promise<void>;
}

export interface ShopOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether mail is sent and the reconciler runs by the clock. */
  readonly workers?: boolean;
  /** Whether the shop reaches the provider by way of `proxy`. */
  readonly throughProxy?: boolean;
}

/** Opens a shop on a migrated, empty database. */
export async function openShop(
  databaseUrl: string,
  { settings, workers = false, throughProxy = false }: ShopOptions = {},
): Promise<Shop> {
  const around = await openSurroundings(databaseUrl, settings);
  const clock = new TestClock();
  const log: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void log.push(line) });
  const way = throughProxy ? { STRIPE_API_BASE: around.proxy.url } : {};
  const ctx = await openContext(readConfig({ ...around.settings, ...way }), { clock, log: logger });
  await ctx.jobs.start();
  const server = await listen(ctx, await pagesListener({ ...ctx, holidays: async () => NO_OVERRIDES }, BLANK_PAGES));
  await setUpCatalogue(ctx.stripe);
  if (workers) await startWorkers(ctx);
  return {
    ...around,
    ctx,
    clock,
    log,
    signUp: () => Shopper.signUp(around),
    promotion: (coupon, code = `CODE${randomUUID().slice(0, 8)}`) => createPromotion(around.stripe, coupon, code),
    async letPass(seconds) {
      clock.advance(seconds);
      await fetch(`${around.sandbox.url}/_sandbox/clock`, {
        method: 'POST',
        body: JSON.stringify({ advance: seconds }),
      });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await closeContext(ctx);
      await around.close();
    },
  };
}

async function createPromotion(stripe: Stripe, coupon: Stripe.CouponCreateParams, code: string): Promise<string> {
  const { id } = await stripe.coupons.create(coupon);
  return (await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: id }, code })).id;
}
