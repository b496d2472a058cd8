import type { CalendarDate } from './calendar-date.ts';

export interface PostageRate {
  readonly zone: string;
  /** An empty list means every foreign country that isn't in another zone. */
  readonly countries: readonly string[];
  readonly validFrom: CalendarDate;
  readonly oneOunceCents: number;
  readonly twoOuncesCents: number | null;
  readonly threeOuncesCents: number | null;
  readonly nonmachinableCents: number;
  readonly giftsNonmachinable: boolean;
}

export interface Mailpieces {
  readonly country: string;
  readonly ounces: number;
  readonly isUneven: boolean;
  readonly isGift: boolean;
  readonly pieces: number;
}

export interface PostageLine {
  readonly zone: string | null;
  readonly ounces: number;
  readonly isNonmachinable: boolean;
  /** The postage of one envelope; null if it is weighed at the post office. */
  readonly cents: number | null;
  readonly pieces: number;
}

export interface Postage {
  readonly lines: readonly PostageLine[];
  readonly totalCents: number;
}

export function ratesOn(rates: readonly PostageRate[], day: CalendarDate): PostageRate[] {
  const newest = new Map<string, PostageRate>();
  for (const rate of rates) {
    const known = newest.get(rate.zone);
    if (rate.validFrom <= day && (known === undefined || known.validFrom < rate.validFrom)) newest.set(rate.zone, rate);
  }
  return [...newest.values()].sort((one, other) => one.zone.localeCompare(other.zone));
}

/** @param rates the rates in force. The United States never counts as the rest of the world. */
export function rateOf(rates: readonly PostageRate[], country: string): PostageRate | null {
  const naming = rates.find(({ countries }) => countries.includes(country));
  if (naming !== undefined || country === 'US') return naming ?? null;
  return rates.find(({ countries }) => countries.length === 0) ?? null;
}

/**
 * @param rates the rates in force
 * @returns one line for each kind of envelope
 */
export function postageFor(groups: readonly Mailpieces[], rates: readonly PostageRate[]): Postage {
  const lines = new Map<string, { readonly line: PostageLine; readonly isHome: boolean }>();
  for (const group of groups) {
    const line = lineOf(group, rateOf(rates, group.country));
    const key = JSON.stringify([line.zone, line.ounces, line.isNonmachinable]);
    const pieces = (lines.get(key)?.line.pieces ?? 0) + line.pieces;
    lines.set(key, { line: { ...line, pieces }, isHome: group.country === 'US' });
  }
  const sorted = [...lines.values()].sort(
    ({ line: one, isHome }, { line: other, isHome: isOtherHome }) =>
      Number(isOtherHome) - Number(isHome) ||
      Number(one.zone === null) - Number(other.zone === null) ||
      (one.zone ?? '').localeCompare(other.zone ?? '') ||
      one.ounces - other.ounces ||
      Number(one.isNonmachinable) - Number(other.isNonmachinable),
  );
  return {
    lines: sorted.map(({ line }) => line),
    totalCents: sorted.reduce((sum, { line }) => sum + (line.cents ?? 0) * line.pieces, 0),
  };
}

function lineOf({ ounces, isUneven, isGift, pieces }: Mailpieces, rate: PostageRate | null): PostageLine {
  if (rate === null) return { zone: null, ounces, isNonmachinable: isUneven, cents: null, pieces };
  const isNonmachinable = isUneven || (isGift && rate.giftsNonmachinable);
  const byWeight = [rate.oneOunceCents, rate.twoOuncesCents, rate.threeOuncesCents][ounces - 1] ?? null;
  const cents = byWeight === null ? null : byWeight + (isNonmachinable ? rate.nonmachinableCents : 0);
  return { zone: rate.zone, ounces, isNonmachinable, cents, pieces };
}

export function envelopeInWords({ ounces, isNonmachinable }: Pick<PostageLine, 'ounces' | 'isNonmachinable'>): string {
  return `${ounces} oz${isNonmachinable ? ', nonmachinable' : ''}`;
}
