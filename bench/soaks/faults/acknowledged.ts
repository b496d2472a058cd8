import { inArray } from 'drizzle-orm';
import { subscriptions } from '../../../src/server/commerce/schema.ts';
import { shippingAddresses, userProfiles } from '../../../src/server/customers/schema.ts';
import { deliveryHolds } from '../../../src/server/fulfilment/schema.ts';
import type { Database } from '../../../src/server/platform/db/database.ts';

const AT_ONCE = 1_000;

/** Every write that the shop has said is done, to be looked for in the end. */
export class AcknowledgedWrites {
  readonly #users = new Set<string>();
  readonly #subscriptions = new Set<string>();
  /** The city that was acknowledged last, and those that may have been saved since. */
  readonly #cities = new Map<string, Set<string>>();
  readonly #holds = new Map<string, 'held' | 'perhaps lifted' | 'lifted'>();
  readonly counts = { signUps: 0, addresses: 0, purchases: 0, letters: 0 };

  signedUp(userId: string): void {
    this.counts.signUps += 1;
    this.#users.add(userId);
  }

  bought(stripeSubscriptionId: string): void {
    this.counts.purchases += 1;
    this.#subscriptions.add(stripeSubscriptionId);
  }

  triesCity(addressId: string, city: string): void {
    this.#cities.get(addressId)?.add(city);
  }

  savedCity(addressId: string, city: string): void {
    this.counts.addresses += 1;
    this.#cities.set(addressId, new Set([city]));
  }

  held(holdId: string): void {
    this.counts.letters += 1;
    this.#holds.set(holdId, 'held');
  }

  triesLifting(holdId: string): void {
    this.#holds.set(holdId, 'perhaps lifted');
  }

  lifted(holdId: string): void {
    this.counts.letters += 1;
    this.#holds.set(holdId, 'lifted');
  }

  /** @returns a sentence for each write that is not there */
  async findLost(db: Database): Promise<string[]> {
    const profiles = await inPieces([...this.#users], (ids) =>
      db.select({ id: userProfiles.id }).from(userProfiles).where(inArray(userProfiles.id, ids)),
    );
    const bought = await inPieces([...this.#subscriptions], (ids) =>
      db
        .select({ id: subscriptions.stripeSubscriptionId, status: subscriptions.status })
        .from(subscriptions)
        .where(inArray(subscriptions.stripeSubscriptionId, ids)),
    );
    const addresses = await inPieces([...this.#cities.keys()], (ids) =>
      db
        .select({ id: shippingAddresses.id, city: shippingAddresses.city })
        .from(shippingAddresses)
        .where(inArray(shippingAddresses.id, ids)),
    );
    const holds = await inPieces([...this.#holds.keys()], (ids) =>
      db
        .select({ id: deliveryHolds.id, liftedAt: deliveryHolds.liftedAt })
        .from(deliveryHolds)
        .where(inArray(deliveryHolds.id, ids)),
    );
    const ids = new Set(profiles.map(({ id }) => id));
    const active = new Set(bought.flatMap(({ id, status }) => (status === 'active' ? [id] : [])));
    const cityOf = new Map(addresses.map(({ id, city }) => [id, city]));
    const holdOf = new Map(holds.map(({ id, liftedAt }) => [id, liftedAt === null ? 'held' : 'lifted']));
    return [
      ...[...this.#users].filter((id) => !ids.has(id)).map((id) => `The user ${id} is gone.`),
      ...[...this.#subscriptions].filter((id) => !active.has(id)).map((id) => `The subscription ${id} is gone.`),
      ...[...this.#cities]
        .filter(([id, cities]) => !cities.has(cityOf.get(id) ?? ''))
        .map(([id]) => `The address ${id} is of another city: ${cityOf.get(id)}.`),
      ...[...this.#holds]
        .filter(([id, state]) => (state === 'perhaps lifted' ? !holdOf.has(id) : holdOf.get(id) !== state))
        .map(([id, state]) => `The hold ${id} is not ${state}.`),
    ];
  }
}

async function inPieces<Row>(ids: readonly string[], find: (piece: string[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) rows.push(...(await find(ids.slice(from, from + AT_ONCE))));
  return rows;
}
