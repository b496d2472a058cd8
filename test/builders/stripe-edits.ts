import type { Stripe } from 'stripe';
import { API } from '../../src/contract/api.ts';
import { reconcile } from '../../src/server/commerce/reconcile/reconcile-checkouts.ts';
import { listChangesOf } from '../../src/server/commerce/stripe-changes/queries.ts';
import type { OrderOptions, Shopper } from '../clients/shopper.ts';
import type { Shop } from '../server/open-shop.ts';
import { letAMonthPass, rowOf } from './months.ts';

export type StripeObject = 'subscriptions' | 'customers' | 'invoices' | 'charges' | 'reviews';

export type StripeEdit = { readonly edit: string } & Readonly<Record<string, unknown>>;

/** As an operator edits it in Stripe's Dashboard. @throws Error where Stripe's page would refuse */
export async function editAtStripe(
  { sandbox }: Pick<Shop, 'sandbox'>,
  kind: StripeObject,
  id: string,
  edit: StripeEdit,
): Promise<void> {
  const url = `${sandbox.url}/_sandbox/${kind}/${id}/edit`;
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(edit) });
  if (!answer.ok) throw new Error(await answer.text());
  await sandbox.webhooksDelivered();
}

const WEEK_SECONDS = 7 * 86_400;

export interface EditedSubscriber {
  readonly user: Shopper;
  readonly id: string;
  readonly stripeId: string;
}

/** A subscriber whose subscription can be edited at Stripe, and read in every place. */
export function stripeDesk(shop: Shop) {
  const desk = {
    async subscriber(options: OrderOptions = {}): Promise<EditedSubscriber> {
      const user = await shop.signUp();
      const { subscriptionId } = await user.buy(options);
      await shop.sandbox.webhooksDelivered();
      return { user, id: (await rowOf(shop, subscriptionId)).id, stripeId: subscriptionId };
    },
    edit: ({ stripeId }: EditedSubscriber, change: StripeEdit) => editAtStripe(shop, 'subscriptions', stripeId, change),
    /** Edits without events, so only the reconciler can notice. */
    async editUnheard(one: EditedSubscriber, change: StripeEdit): Promise<void> {
      shop.webhooks.hold();
      await desk.edit(one, change);
      shop.webhooks.lose();
      shop.webhooks.pass();
      await reconcile(shop.ctx);
      await reconcile(shop.ctx);
    },
    changes: async ({ id }: EditedSubscriber) =>
      (await listChangesOf(shop.ctx.db, id)).map(({ kind }) => kind).toSorted(),
    shown: async ({ user, id }: EditedSubscriber) =>
      (await user.call(API.getAccount)).subscriptions.find((each) => each.id === id),
    customerOf: async ({ stripeId }: EditedSubscriber) => (await rowOf(shop, stripeId)).stripeCustomerId,
    atStripe: ({ stripeId }: EditedSubscriber): Promise<Stripe.Subscription> =>
      shop.stripe.subscriptions.retrieve(stripeId),
    async liveOn({ user }: EditedSubscriber, months: number): Promise<void> {
      for (let month = 0; month < months; month++) await letAMonthPass(shop, user);
    },
    /** Advances week by week, so that receipts aren't too old to send. */
    async liveByWeeks({ user }: EditedSubscriber, weeks: number): Promise<void> {
      for (let week = 0; week < weeks; week++) {
        await shop.letPass(WEEK_SECONDS);
        await shop.sandbox.webhooksDelivered();
      }
      await user.signInAgain();
    },
    async charges({ stripeId }: EditedSubscriber): Promise<number> {
      const all = await shop.stripe.invoices.list({ subscription: stripeId, status: 'paid', limit: 100 });
      return all.data.filter(({ amount_paid: cents }) => cents > 0).length;
    },
    /** From now on, the subscription's card declines every charge. */
    async failCharges(one: EditedSubscriber): Promise<void> {
      const customer = await desk.customerOf(one);
      const { id } = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
      await shop.stripe.subscriptions.update(one.stripeId, { default_payment_method: id });
      await shop.sandbox.webhooksDelivered();
    },
  };
  return desk;
}
