import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { AddressDoubtReply, checkAddressNow, checkVisitorsAddress } from '../../../contract/addresses.ts';
import { postalAddress } from '../../../contract/addresses.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { Address } from '../../../domain/address.ts';
import { addressKey, confirmedRouting, suggestionFor } from '../../../domain/address-check.ts';
import type { Db } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { present } from '../../platform/http/present.ts';
import { networkOf } from '../../platform/rate-limits/network.ts';
import { countUse, type Limit } from '../../platform/rate-limits/rate-limits.ts';
import { requireValidAddress } from '../addresses/addresses.ts';
import { addressCheckCounts, addressChecks } from '../checks-schema.ts';
import type { CustomersContext, CustomersHandler } from '../context.ts';

const ANSWERED_WITHIN_MS = 2_500;
const PER_USER: Limit = { points: 20, seconds: 3_600 };
const PER_NETWORK: Limit = { points: 20, seconds: 3_600 };

type CheckContext = Pick<CustomersContext, 'db' | 'clock' | 'config' | 'log' | 'addressChecker'>;
export type AddressCheck = typeof addressChecks.$inferSelect;

export const handleCheckAddress: CustomersHandler<typeof checkAddressNow> = async ({ ctx, user, body }) =>
  await answer(ctx, body, () => countUse(ctx, `address-checks:${user.userId}`, PER_USER));

/** Visitors get at most half of the hourly limit, so that subscribers always have some left. */
export const handleCheckVisitorsAddress: CustomersHandler<typeof checkVisitorsAddress> = async (call) => {
  const { ctx, client, body } = call;
  const share: Limit = { points: Math.ceil(ctx.config.addressChecks.perHour / 2), seconds: 3_600, fixed: true };
  return await answer(ctx, body, async () => {
    const network = await countUse(ctx, `address-checks:${ctx.keys.pseudonym(networkOf(client.ip))}`, PER_NETWORK);
    return network > 0 ? network : await countUse(ctx, 'address-checks:visitors', share);
  });
};

type Question = BodyOf<typeof checkAddressNow>;

/** @param count returns the seconds until the next check is allowed, 0 for now */
async function answer(
  ctx: CheckContext,
  { asTyped, ...typed }: Question,
  count: () => Promise<number>,
): Promise<AddressDoubtReply> {
  const address = requireValidAddress(typed);
  const isOver = ctx.addressChecker !== null && (await count()) > 0;
  if (asTyped) {
    if (!isOver) await confirmAsTyped(ctx, address);
    return NO_DOUBT;
  }
  const found = isOver ? await findCheck(ctx.db, address) : await checkOnce(ctx, address);
  return found === null || found.confirmedAt !== null ? NO_DOUBT : doubtOf(found, address);
}

const NO_DOUBT: AddressDoubtReply = { doubt: null, suggestion: null };

function doubtOf({ verdict, suggestion }: AddressCheck, { fullName }: Address): AddressDoubtReply {
  if (suggestion !== null)
    return { doubt: 'spelling', suggestion: present(postalAddress, { ...suggestion, fullName }) };
  return verdict === 'deliverable' ? NO_DOUBT : { doubt: verdict, suggestion: null };
}

export function keyOf(address: Parameters<typeof addressKey>[0]): string {
  return createHash('md5').update(addressKey(address)).digest('hex');
}

async function findCheck(db: Db, address: Address): Promise<AddressCheck | null> {
  return await findRow(db, addressChecks, eq(addressChecks.key, keyOf(address)));
}

/** @returns null if the service doesn't cover the address or didn't answer */
export async function checkOnce(ctx: CheckContext, address: Address): Promise<AddressCheck | null> {
  const { addressChecker: checker, db, clock } = ctx;
  if (checker === null || address.country !== 'US') return null;
  const known = await findCheck(db, address);
  if (known !== null) return known;
  const perHour: Limit = { points: ctx.config.addressChecks.perHour, seconds: 3_600, fixed: true };
  if ((await countUse(ctx, `address-checks:${checker.name}`, perHour)) > 0) {
    await countOutcome(ctx, 'over_limit');
    return null;
  }
  try {
    const { verdict, book, deliveryPoint } = await checker.check(address, AbortSignal.timeout(ANSWERED_WITHIN_MS));
    const suggested = book === null ? null : suggestionFor(address, book);
    const suggestion = suggested === null ? null : withoutName(suggested);
    const routing = book === null ? null : confirmedRouting(address, { verdict, book, deliveryPoint });
    const row = { key: keyOf(address), checkedBy: checker.name, verdict, suggestion, routing, checkedAt: clock.now() };
    await db.insert(addressChecks).values(row).onConflictDoNothing();
    await countOutcome(ctx, verdict);
    return await findCheck(db, address);
  } catch (error) {
    ctx.log.warn({ err: error, checker: checker.name }, 'an address could not be checked; it stays as it is');
    await countOutcome(ctx, 'unanswered');
    return null;
  }
}

function withoutName({ fullName: _name, ...lines }: Address): Omit<Address, 'fullName'> {
  return lines;
}

async function confirmAsTyped({ db, clock }: CheckContext, address: Address): Promise<void> {
  await db
    .update(addressChecks)
    .set({ confirmedAt: clock.now() })
    .where(eq(addressChecks.key, keyOf(address)));
}

export async function overrideCheck(db: Db, address: Parameters<typeof addressKey>[0], at: Date): Promise<void> {
  await db
    .update(addressChecks)
    .set({ overriddenAt: at })
    .where(eq(addressChecks.key, keyOf(address)));
}

export async function findRouting(db: Db, address: Parameters<typeof addressKey>[0]): Promise<string | null> {
  return (await findRow(db, addressChecks, eq(addressChecks.key, keyOf(address))))?.routing ?? null;
}

async function countOutcome({ db, clock }: CheckContext, outcome: string): Promise<void> {
  const hour = new Date(Math.floor(clock.now().getTime() / 3_600_000) * 3_600_000);
  await db
    .insert(addressCheckCounts)
    .values({ hour, outcome, count: 1 })
    .onConflictDoUpdate({
      target: [addressCheckCounts.hour, addressCheckCounts.outcome],
      set: { count: sql`${addressCheckCounts.count} + 1` },
    });
}
