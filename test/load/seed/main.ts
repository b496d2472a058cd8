import { Stripe } from 'stripe';
import { SHOP_NOT_UP } from '../../../launch/exit-codes.ts';
import { asksForHelp } from '../../../src/server/platform/config/asks-for-help.ts';
import { type Config, readConfig } from '../../../src/server/platform/config/config.ts';
import { readOptions } from '../../../src/server/platform/config/read-options.ts';
import { openDatabase } from '../../../src/server/platform/db/database.ts';
import { prepareDatabase } from '../../../src/server/platform/jobs/prepare-database.ts';
import { discountOf } from '../../../src/server/commerce/payments/discount.ts';
import { openStripe } from '../../../src/server/commerce/payments/stripe-client.ts';
import { isDatabaseOutage } from '../../../src/server/platform/db/outage.ts';
import { seedShop } from './seed-shop.ts';

const USAGE = `npm run seed -- [--subscribers N] [--seed N]
Fills the shop that npm start runs here, or the one of DATABASE_URL, with subscribers and a year of their history.
Stripe doesn't know them.
  --subscribers  a whole number from 1, else 1000
  --seed         a whole number that the random choices begin with, else 1957`;
const OPTIONS = {
  subscribers: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1957' },
} as const;

const began = performance.now();
/** True once the database and Stripe have answered: a later error doesn't mean that the shop is starting. */
let isOpen = false;
try {
  const args = process.argv.slice(2);
  if (asksForHelp(args)) console.log(USAGE);
  else await run(args);
} catch (error) {
  const isStarting = !isOpen && (isDatabaseOutage(error) || error instanceof Stripe.errors.StripeConnectionError);
  if (isStarting) {
    console.error('The shop does not answer yet.');
    // `launch/operator.ts` waits and tries again.
    process.exit(SHOP_NOT_UP);
  }
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(args: string[]): Promise<void> {
  const { values } = readOptions({ args, options: OPTIONS }, USAGE);
  const [subscribers, seed] = [Number(values.subscribers), Number(values.seed)];
  if (!Number.isInteger(subscribers) || subscribers < 1 || !Number.isInteger(seed)) throw new Error(USAGE);
  const config = readConfig(process.env);
  if (!config.deployed) await prepareDatabase(config);
  const db = openDatabase(config.databaseUrl, { maxConnections: 2 });
  const codes = await promotionCodes(config);
  isOpen = true;
  await seedShop(db, config, { subscribers, seed, now: new Date(), codes, report: console.log });
  await db.$client.end();
  console.log(`${subscribers} subscribers in ${((performance.now() - began) / 1000).toFixed(0)} s.`);
}

async function promotionCodes({ stripe }: Config): Promise<ReadonlyMap<number, string>> {
  const { data } = await openStripe(stripe).promotionCodes.list({
    active: true,
    limit: 100,
    expand: ['data.promotion.coupon'],
  });
  return new Map(
    data.flatMap(({ id, promotion: { coupon } }) => {
      const discount = coupon === null || typeof coupon === 'string' ? null : discountOf(coupon);
      return discount === null ? [] : [[discount.percentOff, id] as const];
    }),
  );
}
