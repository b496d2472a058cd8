import type { CommerceHandler } from '../context.ts';
import type { Stripe } from 'stripe';
import type { getReceipt, ReceiptReply } from '../../../contract/billing.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { country, isCountryCode } from '../../../domain/countries.ts';
import { chargedAt } from '../../../domain/ending.ts';
import { PLANS } from '../../../domain/plans.ts';
import { seasonInProse } from '../../../../seasons/shelf.ts';
import { orNotFound } from '../../platform/api-error.ts';
import { askStripe } from '../payments/stripe-client.ts';
import { isPeriod } from '../subscriptions/months-paid.ts';
import { publicInvoiceStatus } from './list-invoices.ts';
import { findOwnInvoice, listRefundsOf, type OwnInvoice } from './queries.ts';
import { readSettings } from '../../platform/shop-settings.ts';

export const handleGetReceipt: CommerceHandler<typeof getReceipt> = async ({ ctx, user, params }) => {
  const own = orNotFound(await findOwnInvoice(ctx.db, user.userId, params.id), 'invoice');
  const [invoice, card, refunds] = await Promise.all([
    askStripe(ctx.stripe.invoices.retrieve(params.id)),
    readChargedCard(ctx.stripe, params.id),
    listRefundsOf(ctx.db, params.id),
  ]);
  const { paidAt } = own.invoice;
  const { supportEmail } = await readSettings(ctx.db, ctx.config);
  return {
    number: invoice.number ?? params.id,
    issuedAt: own.invoice.createdAt.toISOString(),
    paidAt: paidAt === null ? null : chargedAt({ ...own.invoice, paidAt }).toISOString(),
    status: publicInvoiceStatus(own),
    seller: { lines: [...ctx.config.seller], website: ctx.config.siteUrl, email: supportEmail },
    buyer: { name: invoice.customer_name, email: invoice.customer_email, addressLines: addressLines(invoice) },
    lines: invoice.lines.data.map((line) => ({
      description: descriptionOf(own, line),
      from: newYorkDate(new Date(line.period.start * 1000)),
      until: newYorkDate(new Date(line.period.end * 1000)),
      cents: line.amount,
    })),
    subtotalCents: invoice.subtotal,
    discountCents: invoice.total_discount_amounts?.reduce((sum, { amount }) => sum + amount, 0) ?? 0,
    totalCents: invoice.total,
    paidCents: invoice.amount_paid,
    refunds: refunds.map(({ createdAt, amountCents }) => ({ refundedAt: createdAt.toISOString(), cents: amountCents })),
    card,
  };
};

/** Keeps Stripe's description for a line that pays for no month. */
function descriptionOf({ seasonName, planType, giftFor }: OwnInvoice, line: Stripe.InvoiceLineItem): string {
  if (!isPeriod(line)) return line.description ?? 'Other charge';
  const copies = (line.quantity ?? 1) > 1 ? `${line.quantity} × ` : '';
  const gift = giftFor === null ? '' : `, a gift to ${giftFor}`;
  return `${copies}${seasonInProse(seasonName)}, ${PLANS[planType].name} plan${gift}`;
}

async function readChargedCard(stripe: Stripe, invoice: string): Promise<ReceiptReply['card']> {
  const expand = ['data.payment.payment_intent.latest_charge'];
  const payments = await askStripe(stripe.invoicePayments.list({ invoice, status: 'paid', limit: 1, expand }));
  const intent = payments.data[0]?.payment.payment_intent;
  const charge = typeof intent === 'object' ? intent.latest_charge : null;
  const card = typeof charge === 'object' ? charge?.payment_method_details?.card : null;
  return card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null;
}

function addressLines({ customer_address: address }: Stripe.Invoice): string[] {
  if (address === null) return [];
  const town = [address.city, address.state, address.postal_code].filter(Boolean).join(', ');
  const code = address.country ?? '';
  const land = isCountryCode(code) ? country(code).name : code;
  return [address.line1, address.line2, town, land].filter((line): line is string => Boolean(line));
}
