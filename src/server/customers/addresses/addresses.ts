import {
  type AddressInput,
  type AddressReply,
  addressReply,
  type createAddress,
  type getAddress,
  type listAddresses as listAddressesEndpoint,
  type updateAddress,
} from '../../../contract/addresses.ts';
import { type Address, FIRST_ADDRESS_LABEL, subscriptionLabel, validateAddress } from '../../../domain/address.ts';
import { ApiError, orNotFound } from '../../platform/errors/api-error.ts';
import { present } from '../../platform/http/present.ts';
import type { Handler } from '../../identity/serve.ts';
import {
  type AddressRow,
  changeAddress,
  findAddress,
  findSameAddress,
  insertAddress,
  listAddresses,
  lockProfile,
} from './queries.ts';

export const handleListAddresses: Handler<typeof listAddressesEndpoint> = async ({ ctx, user }) => {
  const rows = await listAddresses(ctx.db, user.userId);
  return { addresses: rows.map(presentAddress) };
};

export const handleGetAddress: Handler<typeof getAddress> = async ({ ctx, user, params }) => {
  return presentAddress(orNotFound(await findAddress(ctx.db, user.userId, params.id), 'address'));
};

/** The same address again, from a second tab or Back, is the same row. */
export const handleCreateAddress: Handler<typeof createAddress> = async ({ ctx, user, body }) => {
  const address = checkAddress(body);
  const { userId } = user;
  const row = await ctx.db.transaction(async (tx) => {
    await lockProfile(tx, userId);
    const same = await findSameAddress(tx, userId, address);
    if (same !== null) return same;
    const count = (await listAddresses(tx, userId)).length;
    const isFirst = count === 0;
    const label = isFirst ? FIRST_ADDRESS_LABEL : subscriptionLabel(count + 1);
    return await insertAddress(tx, { ...address, userId, label, isDefault: isFirst }, ctx.clock.now());
  });
  return presentAddress(row);
};

export const handleUpdateAddress: Handler<typeof updateAddress> = async ({ ctx, user, params, body }) => {
  const row = await changeAddress(ctx.db, user.userId, params.id, checkAddress(body), ctx.clock.now());
  return presentAddress(orNotFound(row, 'address'));
};

/** @throws ApiError validation_failed with a sentence for each wrong field */
export function checkAddress(input: AddressInput): Address {
  const result = validateAddress(input);
  if (result.ok) return result.address;
  const fields: Record<string, string> = {};
  for (const [field, problem] of Object.entries(result.problems)) fields[field] = problem.message;
  throw new ApiError('validation_failed', 'The address needs another look.', fields);
}

export function presentAddress(row: AddressRow): AddressReply {
  return present(addressReply, row);
}
