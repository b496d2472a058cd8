import { and, asc, desc, eq, gt, lt, lte, or, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { type PostageRate, ratesOn } from '../../../domain/postage.ts';
import { type OperatorAct, writeOperatorLog } from '../../platform/operator-log.ts';
import type { Db } from '../../platform/db/database.ts';
import { ApiError, notFound } from '../../platform/api-error.ts';
import type { FulfilmentContext } from '../runs/fulfilment-context.ts';
import { postageRates } from '../postage-schema.ts';

type RateContext = Pick<FulfilmentContext, 'db' | 'clock'>;

export async function readRatesOn(db: Db, day: CalendarDate): Promise<PostageRate[]> {
  return ratesOn(await db.select().from(postageRates).where(lte(postageRates.validFrom, day)), day);
}

export async function listRates(
  db: Db,
  { after, limit }: { readonly after: Pick<PostageRate, 'zone' | 'validFrom'> | null; readonly limit: number },
): Promise<PostageRate[]> {
  const { zone, validFrom } = postageRates;
  return await db
    .select()
    .from(postageRates)
    .where(
      after === null
        ? undefined
        : or(lt(validFrom, after.validFrom), and(eq(validFrom, after.validFrom), gt(zone, after.zone))),
    )
    .orderBy(desc(validFrom), asc(zone))
    .limit(limit);
}

/**
 * Enters or corrects a zone's rates from a day on.
 * @throws ApiError validation_failed for a country that is in another zone
 */
export async function saveRate({ db, clock }: RateContext, rate: PostageRate, act: OperatorAct): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${postageRates} in share row exclusive mode`);
    refuseOverlap(await readRatesOn(tx, rate.validFrom), rate);
    const { zone, validFrom, ...values } = rate;
    await tx
      .insert(postageRates)
      .values({ ...rate, updatedAt: now })
      .onConflictDoUpdate({
        target: [postageRates.zone, postageRates.validFrom],
        set: { ...values, updatedAt: now },
      });
    const entry = { action: 'postage_rate_saved' as const, subject: `postage:${zone}`, subscriptionId: null };
    await writeOperatorLog(tx, { ...act, ...entry, detail: { ...rate, validFrom } }, now);
  });
}

function refuseOverlap(inForce: readonly PostageRate[], { zone, countries }: PostageRate): void {
  for (const other of inForce) {
    if (other.zone === zone) continue;
    const shared = other.countries.filter((country) => countries.includes(country));
    const areBothForTheRest = other.countries.length === 0 && countries.length === 0;
    if (shared.length === 0 && !areBothForTheRest) continue;
    const what = areBothForTheRest ? 'every country that is not named' : shared.join(', ');
    throw new ApiError('validation_failed', `The zone “${other.zone}” has ${what} already.`, {
      countries: `“${other.zone}” has ${what} already.`,
    });
  }
}

/**
 * Deletes rates that aren't in force yet.
 * @throws ApiError not_found, wrong_state
 */
export async function takeRateBack(
  { db, clock }: RateContext,
  { zone, validFrom, today }: Pick<PostageRate, 'zone' | 'validFrom'> & { readonly today: CalendarDate },
  act: OperatorAct,
): Promise<void> {
  if (validFrom <= today) {
    throw new ApiError('wrong_state', 'These rates hold already. Enter what holds from another day instead.');
  }
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .delete(postageRates)
      .where(and(eq(postageRates.zone, zone), eq(postageRates.validFrom, validFrom)));
    if (rowCount === 0) throw notFound('rate');
    const entry = { action: 'postage_rate_taken_back' as const, subject: `postage:${zone}`, subscriptionId: null };
    await writeOperatorLog(tx, { ...act, ...entry, detail: { validFrom } }, clock.now());
  });
}
