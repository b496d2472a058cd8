import type { DeliveryReply, changeDelivery, getDelivery } from '../../contract/subscriptions.ts';
import { subscriptionLabel } from '../../domain/address.ts';
import { type CalendarDate, newYorkDate } from '../../domain/calendar-date.ts';
import { firstChangeableLetter, schedule, type ScheduledLetter } from '../../domain/letter-plan.ts';
import { PLANS } from '../../domain/plans.ts';
import { checkAddress, presentAddress } from '../addresses/addresses.ts';
import { type AddressRow, changeAddress, findSameAddress, insertAddress, lockProfile } from '../addresses/queries.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { notFound } from '../errors.ts';
import type { SignedInCall } from '../http/serve.ts';
import { findDelivery, isSharedAddress, listMailedLetters, numberOf, setShippingAddress } from './delivery-queries.ts';
import { countPaidInvoices, lockOwnSubscription, type Subscription } from './queries.ts';

export async function handleGetDelivery({
  ctx,
  person,
  params,
}: SignedInCall<typeof getDelivery>): Promise<DeliveryReply> {
  return await presentDelivery(ctx, person.userId, params.id);
}

/**
 * Gives one subscription another address. An address that something else uses stays as it is; the subscription gets a row of its
 * own, 'Subscription {n}' (PRODUCT, Labels). Letters that are frozen keep the copy they have.
 */
export async function handleChangeDelivery(call: SignedInCall<typeof changeDelivery>): Promise<DeliveryReply> {
  const { ctx, person, params, body } = call;
  const address = checkAddress(body);
  await ctx.db.transaction(async (tx) => {
    await lockProfile(tx, person.userId);
    const own = await lockOwnSubscription(tx, person.userId, params.id);
    if (own === null || own.giftId !== null) throw notFound('subscription');
    const row =
      (await findSameAddress(tx, person.userId, address)) ?? (await writeAddress(tx, own, address, ctx.clock.now()));
    await setShippingAddress(tx, own.id, row.id, ctx.clock.now());
  });
  return await presentDelivery(ctx, person.userId, params.id);
}

async function writeAddress(
  tx: Transaction,
  { id, userId, shippingAddressId }: Subscription,
  address: ReturnType<typeof checkAddress>,
  now: Date,
): Promise<AddressRow> {
  const changed = (await isSharedAddress(tx, shippingAddressId, id))
    ? null
    : await changeAddress(tx, userId, shippingAddressId, address, now);
  if (changed !== null) return changed;
  const label = subscriptionLabel(await numberOf(tx, userId, id));
  return await insertAddress(tx, { ...address, userId, label, isDefault: false }, now);
}

async function presentDelivery(ctx: Context, userId: string, id: string): Promise<DeliveryReply> {
  const delivery = await findDelivery(ctx.db, userId, id);
  if (delivery === null) throw notFound('subscription');
  const { subscription, address } = delivery;
  const plan = await readPlan(ctx, subscription, address);
  const reached = firstChangeableLetter(plan, ctx.clock.now());
  return {
    address: presentAddress(address),
    toCome: lettersToCome(plan),
    firstLetter: reached && { letter: reached.letter, handOver: reached.handOver },
  };
}

/** The letters that have been paid for so far; none once the money has been given back. */
async function readPlan(
  ctx: Context,
  { id, planType, serviceStart, refundRequestedAt }: Subscription,
  { country }: AddressRow,
): Promise<readonly ScheduledLetter[]> {
  if (refundRequestedAt !== null) return [];
  const [mailed, paidInvoices] = await Promise.all([listMailedLetters(ctx.db, id), countPaidInvoices(ctx.db, id)]);
  return schedule({
    serviceStart: serviceStart as CalendarDate,
    country,
    mailed,
    today: newYorkDate(ctx.clock.now()),
    monthsPaid: paidInvoices * PLANS[planType].monthsPerCharge,
  });
}

function lettersToCome(plan: readonly ScheduledLetter[]): DeliveryReply['toCome'] {
  const open = plan.filter(({ mailed }) => !mailed);
  const [first, last] = [open[0], open.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { first: first.letter, last: last.letter, lastHandOver: last.handOver.latest };
}
