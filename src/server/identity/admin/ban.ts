import { invalid } from '../wire/errors.ts';

/** The longest duration of Go, 292 years: dates beyond it cannot be stored. */
const LONGEST_MS = 2 ** 63 / 1e6;
const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `duration`: a Go duration such as `1h30m`, or `none`. @throws AuthError validation_failed */
export function bannedUntil(duration: string, now: Date): Date | null {
  if (duration === 'none') return null;
  const parts = [...duration.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)/g)];
  const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit ?? ''] ?? 0), 0);
  if (duration === '' || parts.map(([part]) => part).join('') !== duration || ms > LONGEST_MS) {
    throw invalid('invalid format for ban duration: expected a duration such as 24h, or none');
  }
  return new Date(now.getTime() + ms);
}
