import { sql, type SQL } from 'drizzle-orm';
import { disputes, refunds } from '../billing-schema.ts';
import { invoices, subscriptions } from '../schema.ts';
import { isPaidInvoice } from '../paid-invoices.sql.ts';

/** Whether none of a subscription's money is left: all was refunded or lost in disputes (rules/money 42). */
export function isGivenBack(): SQL {
  const { id } = subscriptions;
  return sql`(${subscriptions.refundRequestedAt} is not null and ${subscriptions.refundPartCents} is null or ${subscriptions.disputeHeldAt} is not null
    and exists (select 1 from ${disputes} where ${disputes.subscriptionId} = ${id} and ${disputes.status} = 'lost')
    and (select coalesce(sum(${invoices.amountPaidCents}), 0) from ${invoices}
      where ${invoices.subscriptionId} = ${id} and ${isPaidInvoice})
    <= (select coalesce(sum(${disputes.amountCents}), 0) from ${disputes}
      where ${disputes.subscriptionId} = ${id} and ${disputes.status} = 'lost')
    + (select coalesce(sum(${refunds.amountCents}), 0) from ${refunds}
      where ${refunds.subscriptionId} = ${id} and ${refunds.status} in ('succeeded', 'pending')))`;
}
