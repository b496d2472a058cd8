import { and, eq, isNull } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import type { SignedIn } from '../../identity/session/bearer.ts';
import type { CommerceContext } from '../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { userProfiles } from '../../customers/schema.ts';
import { findProfile, type Profile } from '../../customers/profile/queries.ts';
import { askStripe, isRefusal } from './stripe-client.ts';

/**
 * The signed-in person's customer id at the provider, created on first use (rules/money 6). The idempotency key is the
 * user, so that a killed process or a second tab gets the same customer. One that is there already is brought up to date, since what is
 * bought next is invoiced to the name and mailed to the address it carries; for one that somebody has deleted at the provider there is a new one.
 * @throws ApiError payments_unavailable
 */
export async function ensureCustomer(ctx: CommerceContext, user: SignedIn): Promise<string> {
  const profile = await findProfile(ctx.db, user.userId);
  const known = profile?.stripeCustomerId ?? null;
  if (known !== null && (await syncCustomer(ctx, user.userId)) !== 'gone') return known;
  // The profile's address first: the token's is as old as the token.
  const { email, fullName } = { ...user, fullName: null, ...profile };
  const customer = await askStripe(createCustomer(ctx.stripe, { userId: user.userId, email, fullName, known }));
  await linkCustomer(ctx.db, user.userId, customer.id, known);
  return (await findProfile(ctx.db, user.userId))?.stripeCustomerId ?? customer.id;
}

/** Name and e-mail may change between two tries, and a key must always come with the same body: so they follow separately. */
async function createCustomer(
  stripe: Stripe,
  { userId, email, fullName, known }: { userId: string; email: string; fullName: string | null; known: string | null },
): Promise<Stripe.Customer> {
  const idempotencyKey = known === null ? `cus:${userId}` : `cus:${userId}:after:${known}`;
  const { id } = await stripe.customers.create({ metadata: { user_id: userId } }, { idempotencyKey });
  return await stripe.customers.update(id, { email, ...(fullName && { name: fullName }) });
}

/**
 * Makes the customer at the provider carry the profile's e-mail and name (rules/money 6). Who never bought anything has none.
 * @returns 'gone' when the provider has deleted it, or never heard of it
 * @throws ApiError payments_unavailable
 */
export async function syncCustomer(ctx: CommerceContext, userId: string): Promise<'gone' | undefined> {
  const profile = await findProfile(ctx.db, userId);
  if (!profile?.stripeCustomerId) return undefined;
  try {
    const customer = await askStripe(ctx.stripe.customers.retrieve(profile.stripeCustomerId));
    if (customer.deleted) return 'gone';
    const changes = missingFrom(customer, profile);
    if (changes !== null) await askStripe(ctx.stripe.customers.update(customer.id, changes));
    return undefined;
  } catch (error) {
    if (isUnknown(error)) return 'gone';
    throw error;
  }
}

/** What a customer at the provider has to be told of its profile; null when it carries the same e-mail and name. */
export function missingFrom(
  customer: Stripe.Customer,
  { email, fullName }: Pick<Profile, 'email' | 'fullName'>,
): Stripe.CustomerUpdateParams | null {
  const name = nameOnInvoices(customer, fullName);
  if (customer.email === email && (name === null || customer.name === name)) return null;
  return { email, ...(name !== null && { name }) };
}

/** Keys of a customer's metadata: what the billing address says that the provider's fields have no place for. */
export const BILLING_NAME = 'billing_name';
export const BILLING_COUNTRY = 'billing_country';

/** The provider knows one name per customer and prints it on invoices: the billing address's, once there is one. */
function nameOnInvoices({ metadata }: Pick<Stripe.Customer, 'metadata'>, fullName: string | null): string | null {
  return metadata[BILLING_NAME] || fullName;
}

/** The first customer linked to a person stays, but for one that is gone: there is one, whoever comes second. */
export async function linkCustomer(
  db: Db,
  userId: string,
  customerId: string,
  gone: string | null = null,
): Promise<void> {
  const { stripeCustomerId } = userProfiles;
  await db
    .update(userProfiles)
    .set({ stripeCustomerId: customerId })
    .where(and(eq(userProfiles.id, userId), gone === null ? isNull(stripeCustomerId) : eq(stripeCustomerId, gone)));
}

/**
 * Deletes a customer at the provider, whose cards, name and address go with them; the invoices stay. Who is unknown there is forgotten
 * already.
 * @throws ApiError payments_unavailable
 */
export async function deleteCustomer({ stripe }: Pick<CommerceContext, 'stripe'>, customerId: string): Promise<void> {
  try {
    await askStripe(stripe.customers.del(customerId));
  } catch (error) {
    if (!isUnknown(error)) throw error;
  }
}

function isUnknown(error: unknown): boolean {
  return isRefusal(error) && error.code === 'resource_missing';
}
