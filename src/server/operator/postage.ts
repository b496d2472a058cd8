import type { RateReply } from '../../contract/operator/postage.ts';
import { type CalendarDate, isCalendarDate, laterOf, newYorkDate } from '../../domain/calendar-date.ts';
import type { Postage, PostageRate } from '../../domain/postage.ts';
import { listRates, readRatesOn, saveRate, takeRateBack } from '../fulfilment/postage/rates.ts';
import { readPlannedPostage, readRunPostage } from '../fulfilment/postage/run-postage.ts';
import { findRun } from '../fulfilment/runs/runs.ts';
import { existingDay } from './calendar.ts';
import type { OperatorHandlers } from './calls/operator-call.ts';
import { invalidCursor, matchCursor, pageOf, QUERY_LIMIT } from './calls/paging.ts';

export const postageHandlers = {
  async listPostageRates({ ctx: { db, clock }, query: { after } }) {
    const today = newYorkDate(clock.now());
    const [rows, inForce] = await Promise.all([
      listRates(db, { after: decodeRate(after), limit: QUERY_LIMIT }),
      readRatesOn(db, today),
    ]);
    return pageOf(rows, (rate) => presentRate(rate, { today, inForce }), encodeRate);
  },

  async savePostageRate({ ctx, body, act }) {
    const rate = { ...body, validFrom: existingDay(body.validFrom, 'validFrom') };
    await saveRate(ctx, rate, act);
    const today = newYorkDate(ctx.clock.now());
    return presentRate(rate, { today, inForce: await readRatesOn(ctx.db, today) });
  },

  async takePostageRateBack({ ctx, body: { zone, validFrom }, act }) {
    const day = existingDay(validFrom, 'validFrom');
    await takeRateBack(ctx, { zone, validFrom: day, today: newYorkDate(ctx.clock.now()) }, act);
    return { zone, validFrom: day };
  },

  async getRunPostage({ ctx: { db, clock }, params: { id }, query }) {
    const run = await findRun(db, id);
    const on = query.on === undefined ? laterOf(run.handOverOn, newYorkDate(clock.now())) : existingDay(query.on, 'on');
    const { toBuy, onSheetsCents, used } = await readRunPostage(db, run.id, on);
    const pieces = run.state === 'planned' ? run.plan?.pieces : undefined;
    const planned = pieces === undefined ? null : await readPlannedPostage(db, pieces, on);
    return {
      on,
      toBuy: toBuy && presentPostage(toBuy),
      onSheetsCents,
      used: used && presentPostage(used),
      planned: planned && { ...planned, postage: planned.postage && presentPostage(planned.postage) },
    };
  },
} satisfies Partial<OperatorHandlers>;

function presentPostage({ lines, totalCents }: Postage) {
  return { lines: lines.map(({ cents, ...line }) => ({ ...line, eachCents: cents })), totalCents };
}

function presentRate(
  { zone, countries, validFrom, ...rate }: PostageRate,
  { today, inForce }: { readonly today: CalendarDate; readonly inForce: readonly PostageRate[] },
): RateReply {
  const holds = inForce.some((other) => other.zone === zone && other.validFrom === validFrom);
  return {
    zone,
    countries: [...countries],
    validFrom,
    oneOunceCents: rate.oneOunceCents,
    twoOuncesCents: rate.twoOuncesCents,
    threeOuncesCents: rate.threeOuncesCents,
    nonmachinableCents: rate.nonmachinableCents,
    giftsNonmachinable: rate.giftsNonmachinable,
    state: validFrom > today ? 'ahead' : holds ? 'in_force' : 'replaced',
  };
}

function encodeRate({ validFrom, zone }: PostageRate): string {
  return `${validFrom}_${Buffer.from(zone).toString('base64url')}`;
}

function decodeRate(after: string | undefined): Pick<PostageRate, 'zone' | 'validFrom'> | null {
  const [, validFrom, zone] = matchCursor(after, /^(2.{9})_([\w-]{1,400})$/) ?? [];
  if (validFrom === undefined || zone === undefined) return null;
  const name = Buffer.from(zone, 'base64url').toString();
  if (!isCalendarDate(validFrom) || name.includes('\u0000')) throw invalidCursor();
  return { validFrom, zone: name };
}
