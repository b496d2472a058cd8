import { subscriptions } from '../../src/server/commerce/schema.ts';
import { eq } from 'drizzle-orm';
import { afterEach } from 'vitest';
import type { Shop } from '../server/open-shop.ts';
import type { Shopper } from '../clients/shopper.ts';

const DAY_SECONDS = 86_400;

/** Advances by just over a month, so that exactly one renewal is charged. `users` sign in again. */
export async function letAMonthPass(shop: Shop, ...users: Shopper[]): Promise<void> {
  await shop.letPass(31 * DAY_SECONDS + 7_200);
  await shop.sandbox.webhooksDelivered();
  await Promise.all(users.map((user) => user.signInAgain()));
}

/** Advances only Stripe's clock and does what is due there, like the buttons on the sandbox's page. */
export async function moveStripeClock({ sandbox }: Pick<Shop, 'sandbox'>, seconds: number): Promise<void> {
  await fetch(`${sandbox.url}/_sandbox/clock`, { method: 'POST', body: JSON.stringify({ advance: seconds }) });
  await sandbox.webhooksDelivered();
}

/** Ends what each test has bought, so that months of the next test renew nothing else. */
export function endSubscriptionsAfterEach({ stripe, sandbox }: Pick<Shop, 'stripe' | 'sandbox'>): void {
  afterEach(async () => {
    for await (const { id } of stripe.subscriptions.list({ limit: 100 })) await stripe.subscriptions.cancel(id);
    await sandbox.webhooksDelivered();
  });
}

/** Our row of Stripe's subscription. */
export async function rowOf(shop: Shop, stripeSubscriptionId: string): Promise<typeof subscriptions.$inferSelect> {
  const [row] = await shop.ctx.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId));
  if (row === undefined) throw new Error(`No row for ${stripeSubscriptionId}.`);
  return row;
}

/** What an operator does on a page of Stripe's Dashboard, with its events delivered (rules/stripe-sandbox 27). */
export async function editAtStripe({ sandbox }: Pick<Shop, 'sandbox'>, path: string, change: object): Promise<void> {
  const answer = await fetch(`${sandbox.url}/_sandbox/${path}/edit`, { method: 'POST', body: JSON.stringify(change) });
  if (!answer.ok) throw new Error(await answer.text());
  await sandbox.webhooksDelivered();
}
