import { sql } from 'drizzle-orm';

/** Refunds that were made and disputes that were lost, for statements that need a table expression. */
export const moneyReturned = sql.raw(`(
  select subscription_id, created_at as at, amount_cents from refunds where status = 'succeeded'
  union all
  select d.subscription_id, coalesce(s.dispute_lost_at, d.created_at), d.amount_cents
  from disputes d join subscriptions s on s.id = d.subscription_id where d.status = 'lost')`);
