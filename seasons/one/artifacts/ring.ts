/** The one date stamp of Wick Harbor and what it leaves on paper. */
export interface Strike {
  readonly place: 'WICK HARBOR, ME.';
  readonly lines: readonly [string, string, string];
  /** The rim's gap, at five o'clock, from Monday, September 23, 1957, 7:40 AM. */
  readonly nicked: boolean;
}

export const NICKED_FROM = '1957-09-23T07:40';
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;

/**
 * What the ring leaves: the setting is what its slugs say, `truly` when it came down.
 * @param setting `YYYY-MM-DDTHH:MM`, whole hours
 */
export function strike(setting: string, truly = setting): Strike {
  const [, year = '', month = '', day = '', hour = ''] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):00$/.exec(setting) ?? [];
  if (year === '') throw new Error(`Not a setting of the ring: ${setting}`);
  const h = Number(hour);
  return {
    place: 'WICK HARBOR, ME.',
    lines: [
      `${MONTHS[Number(month) - 1]} ${Number(day)}`,
      `${h % 12 === 0 ? 12 : h % 12} ${h < 12 ? 'AM' : 'PM'}`,
      year,
    ],
    nicked: truly >= NICKED_FROM,
  };
}
