import { and, eq, isNull } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import type { SignedIn } from '../../identity/session/bearer.ts';
import type { CommerceContext } from '../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { userProfiles } from '../../customers/schema.ts';
import { spendOn } from '../../platform/rate-limits/dear-calls.ts';
import { findProfile, type Profile } from '../../customers/profile/queries.ts';
import { askStripe, nullIfMissing } from './stripe-client.ts';

/**
 * Replaces a customer that was deleted at Stripe (rules/money 6). Creation is rate limited, since customers of free
 * accounts are kept forever (rules/code 19). `ip` is null outside of requests.
 * @throws ApiError payments_unavailable, rate_limited
 */
export async function ensureCustomer(ctx: CommerceContext, user: SignedIn, ip: string | null): Promise<string> {
  const profile = await findProfile(ctx.db, user.userId);
  const known = profile?.stripeCustomerId ?? null;
  if (known !== null && (await syncCustomer(ctx, user.userId)) !== 'gone') return known;
  if (ip !== null) await spendOn(ctx, 'new_customer', { userId: user.userId, ip });
  const { email, fullName } = { ...user, fullName: null, ...profile };
  const customer = await askStripe(createCustomer(ctx.stripe, { userId: user.userId, email, fullName, known }));
  await linkCustomer(ctx.db, user.userId, customer.id, known);
  return (await findProfile(ctx.db, user.userId))?.stripeCustomerId ?? customer.id;
}

/**
 * Name and email are set in a second call: they may change between two tries, and an idempotency key allows only one
 * body.
 */
async function createCustomer(
  stripe: Stripe,
  { userId, email, fullName, known }: { userId: string; email: string; fullName: string | null; known: string | null },
): Promise<Stripe.Customer> {
  const idempotencyKey = known === null ? `cus:${userId}` : `cus:${userId}:after:${known}`;
  const { id } = await stripe.customers.create({ metadata: { user_id: userId } }, { idempotencyKey });
  return await stripe.customers.update(id, { email, ...(fullName && { name: fullName }) });
}

/**
 * @returns 'gone' if Stripe has no such customer
 * @throws ApiError payments_unavailable
 */
export async function syncCustomer(ctx: CommerceContext, userId: string): Promise<'gone' | undefined> {
  const profile = await findProfile(ctx.db, userId);
  if (!profile?.stripeCustomerId) return undefined;
  const customer = await nullIfMissing(ctx.stripe.customers.retrieve(profile.stripeCustomerId));
  if (customer === null || customer.deleted) return 'gone';
  const changes = customerChanges(customer, profile);
  if (changes === null) return undefined;
  return (await nullIfMissing(ctx.stripe.customers.update(customer.id, changes))) === null ? 'gone' : undefined;
}

export function customerChanges(
  customer: Stripe.Customer,
  { email, fullName }: Pick<Profile, 'email' | 'fullName'>,
): Stripe.CustomerUpdateParams | null {
  // Stripe prints one name per customer on invoices. It is the billing address's name if there is one.
  const name = customer.metadata[BILLING_NAME] || fullName;
  if (customer.email === email && (name === null || customer.name === name)) return null;
  return { email, ...(name !== null && { name }) };
}

export const BILLING_NAME = 'billing_name';
export const BILLING_COUNTRY = 'billing_country';

export async function linkCustomer(db: Db, userId: string, customerId: string, gone: string | null = null) {
  const { stripeCustomerId } = userProfiles;
  await db
    .update(userProfiles)
    .set({ stripeCustomerId: customerId })
    .where(and(eq(userProfiles.id, userId), gone === null ? isNull(stripeCustomerId) : eq(stripeCustomerId, gone)));
}

/**
 * Also deletes cards, name and address at Stripe; invoices are kept.
 * @throws ApiError payments_unavailable
 */
export async function deleteCustomer({ stripe }: Pick<CommerceContext, 'stripe'>, customerId: string): Promise<void> {
  await nullIfMissing(stripe.customers.del(customerId));
}
