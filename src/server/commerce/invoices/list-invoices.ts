import type { CommerceHandler } from '../context.ts';
import { type InvoiceReply, invoiceReply, type listInvoices } from '../../../contract/billing.ts';
import { seasonInProse } from '../../../../seasons/shelf.ts';
import { present } from '../../platform/http/present.ts';
import { listOwnInvoices, type OwnInvoice } from './queries.ts';

const PAGE = 20;

export const handleListInvoices: CommerceHandler<typeof listInvoices> = async ({ ctx, user, query }) => {
  const rows = await listOwnInvoices(ctx.db, user.userId, PAGE + 1, query.after ?? null);
  const page = rows.slice(0, PAGE);
  return {
    invoices: page.map(presentInvoice),
    next: rows.length > PAGE ? (page.at(-1)?.invoice.stripeInvoiceId ?? null) : null,
  };
};

function presentInvoice(own: OwnInvoice): InvoiceReply {
  const { invoice, ...row } = own;
  const { stripeInvoiceId: id, createdAt: issuedAt } = invoice;
  const seasonName = seasonInProse(own.seasonName);
  const isAdjustment = invoice.monthsBilled === 0;
  return present(invoiceReply, {
    ...invoice,
    ...row,
    id,
    seasonName,
    isAdjustment,
    issuedAt,
    status: publicInvoiceStatus(own),
  });
}

/** A cancelled subscription owes nothing, even before Stripe was updated. */
export function publicInvoiceStatus({ invoice, subscriptionStatus }: OwnInvoice): InvoiceReply['status'] {
  const { status } = invoice;
  switch (status) {
    case 'paid':
    case 'void':
    case 'uncollectible':
      return status;
    default:
      return subscriptionStatus === 'cancelled' ? 'void' : 'open';
  }
}
