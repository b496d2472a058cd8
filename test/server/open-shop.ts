import { randomUUID } from 'node:crypto';
import { type Level, pino } from 'pino';
import type { Stripe } from 'stripe';
import { NO_OVERRIDES } from '../../src/domain/holidays.ts';
import { type Config, readConfig } from '../../src/server/platform/config/config.ts';
import { closeContext, openContext } from '../../src/server/context.ts';
import { startWorkers } from '../../src/server/workers.ts';
import { listen } from '../../src/server/listen.ts';
import { openMetrics } from '../../src/server/metrics.ts';
import { loggedScope } from '../../src/server/platform/tracing/scope.ts';
import { pagesListener } from '../../src/server/platform/public-pages/pages.ts';
import { setUpCatalogue } from '../../src/server/commerce/payments/catalogue.ts';
import { BLANK_PAGES } from './blank-pages.ts';
import { closeNow } from './listen-locally.ts';
import { TestClock } from './clock.ts';
import { Shopper } from '../clients/shopper.ts';
import { openSurroundings } from './surroundings.ts';

/** A whole shop in this process: the server on a real port, a Stripe that sends real webhooks, a mailbox. */
export type Shop = Awaited<ReturnType<typeof openShop>>;

export interface ShopOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether the workers send emails and run the reconciler. */
  readonly workers?: boolean;
  /** Whether the shop reaches Stripe by way of `proxy`. */
  readonly throughProxy?: boolean;
  /** Replaces settings that tests can't configure. */
  readonly changes?: Partial<Config>;
  readonly logLevel?: Level;
}

/** Opens a shop on a migrated, empty database. */
export async function openShop(
  databaseUrl: string,
  { settings, workers = false, throughProxy = false, changes, logLevel = 'warn' }: ShopOptions = {},
) {
  const around = await openSurroundings(databaseUrl, settings);
  const clock = new TestClock();
  const log: string[] = [];
  const logger = pino({ level: logLevel, mixin: loggedScope }, { write: (line: string) => void log.push(line) });
  const way = throughProxy ? { STRIPE_API_BASE: around.proxy.url } : {};
  const ctx = await openContext({ ...readConfig({ ...around.settings, ...way }), ...changes }, { clock, log: logger });
  await ctx.jobs.start();
  const pages = await pagesListener({ ...ctx, holidays: async () => NO_OVERRIDES }, BLANK_PAGES);
  const metrics = await openMetrics(ctx);
  const server = await listen(ctx, pages, metrics);
  await setUpCatalogue(ctx.stripe);
  if (workers) await startWorkers(ctx);
  return {
    ...around,
    ctx,
    clock,
    /** The lines that the server has logged: warnings and errors, or as `logLevel` says. */
    log,
    /** A new user with an account. */
    signUp: () => Shopper.signUp(around),
    /** A promotion code at Stripe; returns its id. */
    promotion: (coupon: Stripe.CouponCreateParams, code = `CODE${randomUUID().slice(0, 8)}`) =>
      createPromotion(around.stripe, coupon, code),
    /** Lets time pass for the shop and Stripe alike, with every renewal that falls due. */
    async letPass(seconds: number) {
      clock.advance(seconds);
      await fetch(`${around.sandbox.url}/_sandbox/clock`, {
        method: 'POST',
        body: JSON.stringify({ advance: seconds }),
      });
    },
    async close() {
      closeNow(server);
      metrics?.close();
      await closeContext(ctx);
      await around.close();
    },
  };
}

async function createPromotion(stripe: Stripe, coupon: Stripe.CouponCreateParams, code: string): Promise<string> {
  const { id } = await stripe.coupons.create(coupon);
  return (await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: id }, code })).id;
}
