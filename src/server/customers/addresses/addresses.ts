import {
  type AddressInput,
  type AddressReply,
  addressReply,
  type createAddress,
  type deleteAddress,
  type getAddress,
  type listAddresses as listAddressesEndpoint,
} from '../../../contract/addresses.ts';
import { type Address, validateAddress } from '../../../domain/address.ts';
import { ApiError, orNotFound } from '../../platform/api-error.ts';
import { present } from '../../platform/http/present.ts';
import type { Handler } from '../../identity/serve.ts';
import type { CustomersHandler } from '../context.ts';
import { changeAddress } from './change-address.ts';
import { type AddressRow, deleteAddressById, findAddress, listAddresses, lockProfile } from './queries.ts';

export const handleListAddresses: Handler<typeof listAddressesEndpoint> = async ({ ctx, user }) => {
  const rows = await listAddresses(ctx.db, user.userId);
  return { addresses: rows.map(presentAddress) };
};

export const handleGetAddress: Handler<typeof getAddress> = async ({ ctx, user, params }) => {
  return presentAddress(orNotFound(await findAddress(ctx.db, user.userId, params.id), 'address'));
};

/** A correction changes the row in place unless paid letters go to the address (rules/checkout 39). */
export const handleCreateAddress: CustomersHandler<typeof createAddress> = async ({ ctx, user, body }) => {
  const { replaces, ...typed } = body;
  const address = requireValidAddress(typed);
  const { userId } = user;
  const now = ctx.clock.now();
  const row = await ctx.db.transaction(async (tx) => {
    await lockProfile(tx, userId);
    const former = replaces === undefined ? null : await findAddress(tx, userId, replaces);
    const takesPaidLetters = former !== null && (await ctx.addressUse.takesPaidLetters(tx, former, now));
    const change = { userId, from: takesPaidLetters ? null : former, to: address, subscriptions: [], inBook: true };
    return await changeAddress(ctx.addressUse, tx, change, now);
  });
  return presentAddress(row);
};

export const handleDeleteAddress: CustomersHandler<typeof deleteAddress> = async ({ ctx, user, params }) => {
  await ctx.db.transaction(async (tx) => {
    await lockProfile(tx, user.userId);
    const row = orNotFound(await findAddress(tx, user.userId, params.id), 'address');
    if (await ctx.addressUse.isUsed(tx, row, ctx.clock.now())) {
      throw new ApiError(
        'address_in_use',
        'This address can’t be deleted now: a subscription, a gift or an open order uses it, or a subscription used it in the last 30 days.',
      );
    }
    await ctx.addressUse.release(tx, row);
    await deleteAddressById(tx, row.id);
  });
  return { deleted: true };
};

/** @throws ApiError validation_failed with a sentence for each invalid field */
export function requireValidAddress(input: AddressInput): Address {
  const result = validateAddress(input);
  if (result.ok) return result.address;
  const fields: Record<string, string> = {};
  for (const [field, problem] of Object.entries(result.problems)) fields[field] = problem.message;
  throw new ApiError('validation_failed', 'Please check the address.', fields);
}

export function presentAddress(row: AddressRow): AddressReply {
  return present(addressReply, row);
}
