import * as z from 'zod/mini';
import { calendarDate, requiredText } from '../fields.ts';
import { byId, operatorEndpoint, page, paged } from './paging.ts';

const cents = z.int().check(z.minimum(1, 'More than nothing, please.'), z.maximum(10_000, 'At most $100.'));
const countryCode = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/, 'Codes of two letters, such as CA.'));

const rate = z.object({
  zone: requiredText(60),
  /** An empty list means every foreign country that isn't in another zone. */
  countries: z._default(z.array(countryCode).check(z.maxLength(250)), []),
  validFrom: calendarDate,
  oneOunceCents: cents,
  /** Null: an envelope of two ounces is weighed at the post office. */
  twoOuncesCents: z._default(z.nullable(cents), null),
  threeOuncesCents: z._default(z.nullable(cents), null),
  nonmachinableCents: z._default(z.int().check(z.minimum(0), z.maximum(10_000, 'At most $100.')), 0),
  giftsNonmachinable: z._default(z.boolean(), false),
});
export type RateInput = z.input<typeof rate>;

const rateReply = z.object({
  ...rate.shape,
  countries: z.array(z.string()),
  twoOuncesCents: z.nullable(z.int()),
  threeOuncesCents: z.nullable(z.int()),
  nonmachinableCents: z.int(),
  giftsNonmachinable: z.boolean(),
  state: z.enum(['ahead', 'in_force', 'replaced']),
});
export type RateReply = z.output<typeof rateReply>;

export const listPostageRates = operatorEndpoint('GET /api/operator/postage-rates', {
  summary: 'What the post asks, by zone and by the day from which it holds; the latest day first.',
  query: paged,
  reply: page(rateReply),
});

export const savePostageRate = operatorEndpoint('POST /api/operator/postage-rates', {
  summary: 'Enters a zone’s rates from a day on, or corrects those of that day. Batches that have left keep theirs.',
  body: rate,
  reply: rateReply,
});

export const takePostageRateBack = operatorEndpoint('POST /api/operator/postage-rates/take-back', {
  summary: 'Takes rates back whose day has not come.',
  body: z.object({ zone: requiredText(60), validFrom: calendarDate }),
  reply: z.object({ zone: z.string(), validFrom: calendarDate }),
  errors: ['not_found', 'wrong_state'],
});

const line = z.object({
  /** Null for a country without a rate. */
  zone: z.nullable(z.string()),
  ounces: z.int(),
  isNonmachinable: z.boolean(),
  /** Null: the envelope is weighed at the post office. */
  eachCents: z.nullable(z.int()),
  pieces: z.int(),
});
export type PostageLineReply = z.output<typeof line>;

const postage = z.object({ lines: z.array(line), totalCents: z.int() });

export const getRunPostage = operatorEndpoint('GET /api/operator/runs/:id/postage', {
  summary: 'The stamps to buy for what of a run has not left, by the rates of a day, and what has been used.',
  params: byId,
  query: z.object({ on: z.optional(calendarDate) }),
  reply: z.object({
    /** The day whose rates apply: by default the day of the hand-over, or today if that has passed. */
    on: calendarDate,
    toBuy: z.nullable(postage),
    /** The amount that is printed on the packing sheets. */
    onSheetsCents: z.nullable(z.int()),
    used: z.nullable(postage),
    /**
     * For a run that is only planned; null once it is frozen. After an update of the server it is null until the run is
     * planned again.
     */
    planned: z.nullable(z.object({ letters: z.int(), sheets: z.int(), postage: z.nullable(postage) })),
  }),
  errors: ['not_found'],
});
export type RunPostageReply = z.output<typeof getRunPostage.reply>;
