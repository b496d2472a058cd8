import type { moveAddress, MoveReply } from '../../../contract/subscriptions.ts';
import { type Address, nextAddressLabel } from '../../../domain/address.ts';
import { storedAddress } from '../../../domain/envelope.ts';
import { checkAddress, presentAddress } from '../../customers/addresses/addresses.ts';
import {
  type AddressRow,
  changeAddressById,
  insertAddress,
  listAllAddresses,
  lockProfile,
} from '../../customers/addresses/queries.ts';
import type { CommerceContext, CommerceHandler } from '../../commerce/context.ts';
import type { Subscription } from '../../commerce/subscriptions/queries.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { notFound, orNotFound } from '../../platform/errors/api-error.ts';
import { readLettersOf } from '../calendar/calendar.ts';
import { reachedBy } from './reached.ts';
import { lockOwnSeasons, setShippingAddress } from './queries.ts';

/** Moving is one act (rules/subscriptions 26). What is another person's is answered like a missing one. */
export const handleMove: CommerceHandler<typeof moveAddress> = async ({ ctx, user, body }) => {
  const address = checkAddress(body.address);
  const moved = await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now();
    await lockProfile(tx, user.userId);
    const seasons = await lockOwnSeasons(tx, user.userId);
    const following = seasons.filter(({ id }) => body.subscriptions.includes(id));
    if (following.length < new Set(body.subscriptions).size) throw notFound('subscription');
    const staying = seasons.filter((season) => season.status !== 'completed' && !following.includes(season));
    const row = await writeAddress(tx, { userId: user.userId, left: body.addressId, address, staying }, now);
    for (const { id } of following) await setShippingAddress(tx, id, row.id, now);
    return { row, following };
  });
  return { address: presentAddress(moved.row), moved: await firstLettersOf(ctx, moved.following) };
};

interface Move {
  readonly userId: string;
  readonly left: string | null;
  readonly address: Address;
  readonly staying: readonly Subscription[];
}

async function writeAddress(tx: Transaction, { userId, left, address, staying }: Move, now: Date): Promise<AddressRow> {
  const addresses = await listAllAddresses(tx, userId);
  const label = nextAddressLabel(addresses.map((other) => other.label));
  if (left === null) {
    const isDefault = addresses.every((other) => !other.isDefault);
    return await insertAddress(tx, { ...address, userId, label, isDefault }, now);
  }
  const old = orNotFound(addresses.find(({ id }) => id === left) ?? null, 'address');
  const remaining = staying.filter(({ shippingAddressId }) => shippingAddressId === old.id);
  if (remaining.length > 0) {
    const copy = await insertAddress(tx, { ...storedAddress(old), userId, label, isDefault: false }, now);
    for (const { id } of remaining) await setShippingAddress(tx, id, copy.id, now);
  }
  return await changeAddressById(tx, old.id, address, now);
}

async function firstLettersOf(ctx: CommerceContext, moved: readonly Subscription[]): Promise<MoveReply['moved']> {
  return (await readLettersOf(ctx.db, moved, ctx.clock.now())).map((letters) => {
    const { firstLetter, copies } = reachedBy(letters);
    return { subscription: letters.subscription.id, firstLetter: firstLetter?.letter ?? null, copies };
  });
}
