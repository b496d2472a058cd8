import type { Stripe } from 'stripe';
import type { BillingAddress, getBillingAddress, saveBillingAddress } from '../../../contract/billing.ts';
import type { Address } from '../../../domain/address.ts';
import { NO_POSTAL_CODE, printedPostalCode } from '../../../domain/countries.ts';
import { requireValidAddress } from '../../customers/addresses/addresses.ts';
import type { CommerceContext, CommerceHandler } from '../context.ts';
import { BILLING_COUNTRY, BILLING_NAME, ensureCustomer } from '../payments/customers.ts';
import { askStripe } from '../payments/stripe-client.ts';
import { findProfile } from '../../customers/profile/queries.ts';

/** Stored only at Stripe, which prints it on invoices. */
export const handleGetBillingAddress: CommerceHandler<typeof getBillingAddress> = async ({ ctx, user }) => {
  return { address: await findBillingAddress(ctx, user.userId) };
};

export async function findBillingAddress(ctx: CommerceContext, userId: string): Promise<BillingAddress | null> {
  const customerId = (await findProfile(ctx.db, userId))?.stripeCustomerId ?? null;
  if (customerId === null) return null;
  const customer = await askStripe(ctx.stripe.customers.retrieve(customerId));
  return customer.deleted ? null : billingAddressOf(customer);
}

export const handleSaveBillingAddress: CommerceHandler<typeof saveBillingAddress> = async ({
  ctx,
  user,
  body,
  client,
}) => {
  const address = requireValidAddress(body);
  const customerId = await ensureCustomer(ctx, user, client.ip);
  const customer = await askStripe(ctx.stripe.customers.update(customerId, customerParams(address)));
  return { address: billingAddressOf(customer) };
};

/**
 * Stripe only has country codes, so an unlisted country's name follows the postal code. The metadata stores it for the
 * form.
 */
function customerParams(address: Address): Stripe.CustomerUpdateParams {
  const { country, countryName, postalCode } = address;
  return {
    name: address.fullName,
    address: {
      line1: address.addressLine1,
      line2: address.addressLine2 ?? '',
      city: address.city,
      state: address.stateProvince,
      postal_code: withCountryName(printedPostalCode(country, postalCode), countryName),
      country: country === 'OTHER' ? '' : country,
    },
    metadata: { [BILLING_NAME]: address.fullName, [BILLING_COUNTRY]: countryName ?? '' },
  };
}

function withCountryName(postalCode: string, countryName: string | null): string {
  return [postalCode, countryName ?? ''].filter((part) => part !== '').join(', ');
}

function withoutCountryName(postalCode: string, countryName: string | null): string {
  if (countryName === null) return postalCode;
  if (postalCode === countryName) return NO_POSTAL_CODE;
  const suffix = `, ${countryName}`;
  return postalCode.endsWith(suffix) ? postalCode.slice(0, -suffix.length) : postalCode;
}

function billingAddressOf({ address, name, metadata }: Stripe.Customer): BillingAddress | null {
  if (!address?.line1) return null;
  const countryName = metadata[BILLING_COUNTRY] || null;
  return {
    fullName: metadata[BILLING_NAME] ?? name ?? '',
    addressLine1: address.line1,
    addressLine2: address.line2 || null,
    city: address.city ?? '',
    stateProvince: address.state ?? '',
    postalCode: withoutCountryName(address.postal_code ?? '', countryName),
    country: address.country || 'OTHER',
    countryName,
  };
}
