import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';

/** The billing reason of rows for months paid to another shop. */
export const IMPORTED = 'imported';

/** Begins the ids of imported subscriptions and customers that Stripe doesn't know. */
export const IMPORTED_ID = `${IMPORTED}_`;

export function isChargedHere({ stripeSubscriptionId }: { readonly stripeSubscriptionId: string }): boolean {
  return !stripeSubscriptionId.startsWith(IMPORTED_ID);
}

/** Null for a subscription that Stripe doesn't know. */
export function idAtStripe(row: { readonly stripeSubscriptionId: string }): string | null {
  return isChargedHere(row) ? row.stripeSubscriptionId : null;
}

type Columns<Name extends string> = Readonly<Record<Name, SQLWrapper>>;

/** Says the same in SQL. */
export function chargedHere(t: Columns<'stripeSubscriptionId'>): SQL {
  return sql`(not starts_with(${t.stripeSubscriptionId}, ${sql.raw(`'${IMPORTED_ID}'`)}))`;
}

/** Excludes the row for months paid to another shop. */
export function invoicedHere(t: Columns<'billingReason'>): SQL {
  return sql`(${t.billingReason} is distinct from ${sql.raw(`'${IMPORTED}'`)})`;
}

/** Excludes all imported subscriptions, also those that are charged here. */
export function boughtHere(t: Columns<'checkoutId'>): SQL {
  return sql`(not exists (select from checkouts o where o.id = ${t.checkoutId} and o.imported_letters is not null))`;
}

/** Says the same in SQL as `hasEndedAtStripe` of the domain, the other way round. */
export function runsAtStripe(t: Columns<'rawStatus'>): SQL {
  return sql`(${t.rawStatus} not in ('canceled', 'incomplete_expired'))`;
}

/** An active subscription: overdue ones are included. */
export function isRunning(t: Columns<'status' | 'stripeSubscriptionId'>): SQL {
  return sql`(${t.status} in ('active', 'past_due') and ${chargedHere(t)})`;
}
