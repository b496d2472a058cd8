import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { letAMonthPass } from '../../../../test/builders/months.ts';
import { editAtStripe, type EditedSubscriber, stripeDesk } from '../../../../test/builders/stripe-edits.ts';
import { emailCounts } from '../../../../test/clients/mailbox.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';
import { invoices } from '../schema.ts';

const shop = await startShop();
const desk = stripeDesk(shop);

async function newestInvoice({ id }: EditedSubscriber) {
  const rows = await shop.ctx.db.select().from(invoices).where(eq(invoices.subscriptionId, id));
  return rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()).at(-1)?.stripeInvoiceId ?? '';
}

async function overdue(): Promise<EditedSubscriber> {
  const one = await desk.subscriber();
  await desk.failCharges(one);
  await letAMonthPass(shop, one.user);
  return one;
}

describe('an open renewal that an operator settles in Stripe', () => {
  test.each([
    ['void', 'invoice_voided', 1],
    ['uncollectible', 'invoice_uncollectible', 1],
    ['paid_out_of_band', 'invoice_paid_out_of_band', 2],
  ] as const)('%s: recorded, and shown as Stripe has it', async (change, kind, monthsPaid) => {
    const one = await overdue();
    expect(await desk.shown(one)).toMatchObject({ pastDue: true });
    await editAtStripe(shop, 'invoices', await newestInvoice(one), { edit: change });
    expect(await desk.shown(one)).toMatchObject({ status: 'active', pastDue: false, monthsPaid });
    expect(await desk.changes(one)).toContain(kind);
  });

  test('a refund in part is recorded, shown and told; the subscription goes on', async () => {
    const one = await desk.subscriber();
    const customer = await desk.customerOf(one);
    const [charge] = (await shop.stripe.charges.list({ customer })).data;
    await editAtStripe(shop, 'charges', charge?.id ?? '', { edit: 'refund', amount: 500 });
    expect(await desk.changes(one)).toEqual(['refunded']);
    expect((await one.user.call(API.listInvoices)).invoices[0]).toMatchObject({ refundedCents: 500 });
    expect(await emailCounts(shop, one.user)).toMatchObject({ refunded: 1 });
  });
});
