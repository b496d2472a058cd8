import type { DeliveryReply, changeDelivery, getDelivery } from '../../../contract/subscriptions.ts';
import type { AddressInput } from '../../../contract/addresses.ts';
import { subscriptionLabel } from '../../../domain/address.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { guaranteeOn } from '../../../domain/guarantee.ts';
import type { CalendarLetter } from '../../../domain/letter-calendar.ts';
import { requireValidAddress, presentAddress } from '../../customers/addresses/addresses.ts';
import { changeAddress } from '../../customers/addresses/change-address.ts';
import { findAddressById, lockProfile, makeDefaultAddress } from '../../customers/addresses/queries.ts';
import type { CommerceContext, CommerceHandler } from '../../commerce/context.ts';
import { orNotFound } from '../../platform/api-error.ts';
import { readLetters } from '../calendar/calendar.ts';
import { endsOf, notHandedOver } from './letters-to-come.ts';
import { reachedBy } from './letters-reached.ts';
import { type Asked, logAct } from './asked.ts';
import { findDelivery, numberOf } from './queries.ts';
import { lockOwnSeason } from '../../commerce/subscriptions/queries.ts';

export const handleGetDelivery: CommerceHandler<typeof getDelivery> = async ({ ctx, user, params }) => {
  return await presentDelivery(ctx, user.userId, params.id);
};

/** A shared address isn't changed: the subscription gets its own row (rules/checkout 12). */
export const handleChangeDelivery: CommerceHandler<typeof changeDelivery> = async (call) => {
  return await changeDeliveryOf(call, call.body);
};

/**
 * @param alsoDefault if the letters go to the default address, the new one becomes the default
 * @throws ApiError not_found, validation_failed
 */
export async function changeDeliveryOf(asked: Asked, body: AddressInput, alsoDefault = false): Promise<DeliveryReply> {
  const { ctx, user, params } = asked;
  const address = requireValidAddress(body);
  await ctx.db.transaction(async (tx) => {
    await lockProfile(tx, user.userId);
    const own = orNotFound(await lockOwnSeason(tx, user.userId, params.id), 'subscription');
    const from = await findAddressById(tx, own.shippingAddressId);
    const label = subscriptionLabel(await numberOf(tx, user.userId, own.id));
    const inBook = alsoDefault && from?.isDefault === true;
    const change = { userId: user.userId, from, to: address, subscriptions: [own.id], inBook, label };
    const row = await changeAddress(ctx.addressUse, tx, change, ctx.clock.now());
    if (inBook) await makeDefaultAddress(tx, user.userId, row.id, ctx.clock.now());
    await logAct(asked, tx, 'change_address', {});
  });
  return await presentDelivery(ctx, user.userId, params.id);
}

export async function presentDelivery(ctx: CommerceContext, userId: string, id: string): Promise<DeliveryReply> {
  const delivery = orNotFound(await findDelivery(ctx.db, userId, id), 'subscription');
  const { subscription, address, firstMailing, hasPaid } = delivery;
  const now = ctx.clock.now();
  const letters = await readLetters(ctx.db, subscription, now);
  return {
    address: presentAddress(address),
    guarantee: guaranteeOn(newYorkDate(now), firstMailing, hasPaid),
    toCome: lettersToCome(letters.paidFor),
    ...reachedBy(letters),
  };
}

function lettersToCome(paidFor: readonly CalendarLetter[]): DeliveryReply['toCome'] {
  const [first, last] = endsOf(notHandedOver(paidFor));
  if (first === undefined || last === undefined) return null;
  return { first: first.letter, last: last.letter, lastHandOver: last.handOver.latest };
}
