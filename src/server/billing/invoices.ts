import type { InvoiceReply, listInvoices } from '../../contract/billing.ts';
import type { ReplyOf } from '../../contract/endpoint.ts';
import type { SignedInCall } from '../http/serve.ts';
import { listOwnInvoices, type OwnInvoice } from './queries.ts';

const PAGE = 20;

export async function handleListInvoices({
  ctx,
  person,
  query,
}: SignedInCall<typeof listInvoices>): Promise<ReplyOf<typeof listInvoices>> {
  const rows = await listOwnInvoices(ctx.db, person.userId, PAGE + 1, query.after ?? null);
  const page = rows.slice(0, PAGE);
  return {
    invoices: page.map(presentInvoice),
    next: rows.length > PAGE ? (page.at(-1)?.invoice.stripeInvoiceId ?? null) : null,
  };
}

function presentInvoice({ invoice, seasonName, planType, refundedCents }: OwnInvoice): InvoiceReply {
  return {
    id: invoice.stripeInvoiceId,
    number: invoice.number,
    status: shownStatus(invoice.status),
    issuedAt: invoice.createdAt.toISOString(),
    paidAt: invoice.paidAt?.toISOString() ?? null,
    totalCents: invoice.totalCents,
    refundedCents,
    seasonName,
    planType,
  };
}

/** The query leaves drafts out. */
export function shownStatus(status: string): InvoiceReply['status'] {
  switch (status) {
    case 'paid':
    case 'void':
    case 'uncollectible':
      return status;
    default:
      return 'open';
  }
}
