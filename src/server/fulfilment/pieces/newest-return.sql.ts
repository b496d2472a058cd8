import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { frozenAddressOf } from './frozen-address.sql.ts';

export interface ReturnedLetter {
  readonly letter: number;
  readonly reason: string | null;
}

/** The newest returned letter, if the subscription still has the address that it was returned from. */
export function newestReturn(subscriptionId: PgColumn): SQL<ReturnedLetter | null> {
  return sql<ReturnedLetter | null>`(
    select jsonb_build_object('letter', back.letter, 'reason', back.reason)
    from mailing_pieces back
    join subscriptions stopped on stopped.id = back.subscription_id
    join shipping_addresses usual on usual.id = stopped.shipping_address_id
    where back.subscription_id = ${subscriptionId} and back.state = 'returned' and stopped.refund_requested_at is null
      and back.reason is distinct from 'address_confirmed' and back.address = ${frozenAddressOf('usual')}
    order by back.updated_at desc, back.letter desc limit 1)`;
}
