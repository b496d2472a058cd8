import { invalid } from '../errors.ts';

const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/**
 * The end of a ban that begins now: a Go duration such as `24h` or `1h30m`, or `none` to lift it.
 * @throws AuthError validation_failed
 */
export function bannedUntil(duration: string, now: Date): Date | null {
  if (duration === 'none') return null;
  const parts = [...duration.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)/g)];
  const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit ?? ''] ?? 0), 0);
  const until = new Date(now.getTime() + ms);
  if (duration === '' || parts.map(([part]) => part).join('') !== duration || Number.isNaN(until.getTime())) {
    throw invalid('invalid format for ban duration: expected a duration such as 24h, or none');
  }
  return until;
}
