import type { Stripe } from 'stripe';
import type { BillingAddress, getBillingAddress, saveBillingAddress } from '../../contract/billing.ts';
import type { ReplyOf } from '../../contract/endpoint.ts';
import type { Address } from '../../domain/address.ts';
import { checkAddress } from '../addresses/addresses.ts';
import type { SignedInCall } from '../http/serve.ts';
import { ensureCustomer } from '../payments/customer.ts';
import { askStripe } from '../payments/stripe.ts';
import { findProfile } from '../profile/queries.ts';

type Reply = ReplyOf<typeof getBillingAddress>;

/** Kept by the provider, whose invoices carry it; we keep no second copy that could differ. */
export async function handleGetBillingAddress({ ctx, person }: SignedInCall<typeof getBillingAddress>): Promise<Reply> {
  const customerId = (await findProfile(ctx.db, person.userId))?.stripeCustomerId ?? null;
  if (customerId === null) return { address: null };
  const customer = await askStripe(ctx.stripe.customers.retrieve(customerId));
  return { address: customer.deleted ? null : billingAddressOf(customer) };
}

export async function handleSaveBillingAddress({
  ctx,
  person,
  body,
}: SignedInCall<typeof saveBillingAddress>): Promise<Reply> {
  const address = checkAddress(body);
  const customerId = await ensureCustomer(ctx, person);
  const customer = await askStripe(ctx.stripe.customers.update(customerId, customerParams(address)));
  return { address: billingAddressOf(customer) };
}

/** The provider knows countries by code alone, and one name per customer; what does not fit stands in the metadata. */
function customerParams(address: Address): Stripe.CustomerUpdateParams {
  const { country, countryName } = address;
  return {
    address: {
      line1: address.addressLine1,
      line2: address.addressLine2 ?? '',
      city: address.city,
      state: address.stateProvince,
      postal_code: address.postalCode,
      country: country === 'OTHER' ? '' : country,
    },
    metadata: { billing_name: address.fullName, billing_country: countryName ?? '' },
  };
}

function billingAddressOf({ address, name, metadata }: Stripe.Customer): BillingAddress | null {
  if (!address?.line1) return null;
  return {
    fullName: metadata['billing_name'] ?? name ?? '',
    addressLine1: address.line1,
    addressLine2: address.line2 || null,
    city: address.city ?? '',
    stateProvince: address.state ?? '',
    postalCode: address.postal_code ?? '',
    country: address.country || 'OTHER',
    countryName: metadata['billing_country'] ?? null,
  };
}
