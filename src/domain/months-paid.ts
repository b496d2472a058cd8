import { MONTHS_PER_SEASON } from './season.ts';

const AVERAGE_MONTH_MS = (365.25 / 12) * 86_400_000;

export function monthsIn({ from, until }: { readonly from: Date; readonly until: Date }): number {
  return Math.round((until.getTime() - from.getTime()) / AVERAGE_MONTH_MS);
}

/**
 * How many months are paid for (rules/money 24).
 * @param billed the months that each paid invoice pays for
 */
export function monthsPaid(billed: readonly number[]): number {
  return Math.min(
    MONTHS_PER_SEASON,
    billed.reduce((sum, months) => sum + months, 0),
  );
}
