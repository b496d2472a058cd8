import * as z from 'zod/mini';
import { addressInput } from '../../../contract/addresses.ts';
import { type Address, validateAddress } from '../../../domain/address.ts';
import { invalid } from '../auth-error.ts';
import { givenMetadata, type Metadata, withCleanNames } from '../users/metadata.ts';

export const metadataField = z.optional(z.record(z.string(), z.unknown()));

/**
 * Takes the shipping address out of the metadata, since tokens must not contain it (rules/accounts 9).
 * @throws AuthError validation_failed
 */
export function readSignupData(data: Metadata = {}): { metadata: Metadata; shippingAddress: Address | null } {
  const { shipping_address: typed, ...rest } = data;
  const shippingAddress = typed === undefined || typed === null ? null : readAddress(typed);
  return { metadata: givenMetadata(withCleanNames(rest)), shippingAddress };
}

function readAddress(typed: unknown): Address {
  const parsed = addressInput.safeParse(typed);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(`shipping_address.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'Invalid input'}`);
  }
  const checked = validateAddress(parsed.data);
  if (checked.ok) return checked.address;
  const [[field, problem] = ['', undefined]] = Object.entries(checked.problems);
  throw invalid(`shipping_address.${field}: ${problem?.message ?? 'Invalid input'}`);
}
