import { clock, elongationAt, minutesOf, tidesOn } from './tides.ts';

/** Minutes on either side of low water within which the boat does not lie at the slip. */
export const DRY_MINUTES = 60;
const BOATS = ['09:30', '16:00'] as const;
const FROM = Date.parse('1957-09-16T00:00:00Z');
const DAYS = 13;
const PHASES: readonly (readonly [number, string])[] = [
  [0, 'new moon'],
  [90, 'first quarter'],
  [180, 'full moon'],
  [270, 'last quarter'],
];

const days = Array.from({ length: DAYS }, (_, index) => new Date(FROM + index * 86_400_000));

/** Printed in Eastern Standard Time, though the town keeps an hour more until Sunday the 29th. */
export const tideTable = {
  title: 'Tides at Wick Harbor, Maine',
  span: 'September 16 to 28, 1957',
  foot: 'Eastern Standard Time. While the town keeps Daylight Saving Time (through Saturday, September 28), add one hour. Heights in feet above mean low water.',
  boat: {
    name: 'Nereid',
    calls: 'Calls at the slip 9:30 AM and 4:00 PM, town time, daily except Sunday.',
    rule: 'Does not lie at the slip within one hour of low water, before or after.',
  },
  causeway:
    'The causeway to the Light is covered when the water stands above eight feet; above six in a gale from the south-east.',
  rows: days.map((date) => {
    const day = date.toISOString().slice(0, 10);
    return {
      day,
      weekday: weekdayOf(date),
      date: date.getUTCDate(),
      moon: phaseOn(day),
      tides: tidesOn(day).map(({ kind, at, feet }) => ({ kind, at, feet })),
    };
  }),
} as const;

function weekdayOf(date: Date): string {
  return ['Sun.', 'Mon.', 'Tue.', 'Wed.', 'Thu.', 'Fri.', 'Sat.'][date.getUTCDay()] ?? '';
}

/** The moon's phase if it falls on this day by Eastern Standard Time. */
export function phaseOn(day: string): string | null {
  const start = Date.parse(`${day}T05:00:00Z`);
  const from = elongationAt(start);
  const to = elongationAt(start + 86_400_000);
  const found = PHASES.find(([angle]) => (((angle - from) % 360) + 360) % 360 < (((to - from) % 360) + 360) % 360);
  return found?.[1] ?? null;
}

/** The boats that did not call by the rule. @param hours to be added to the table's time */
export function missedBoats(hours: number): readonly string[] {
  return tideTable.rows
    .filter(({ weekday }) => weekday !== 'Sun.')
    .flatMap(({ day, tides }) =>
      BOATS.filter((boat) =>
        tides.some(
          ({ kind, at }) => kind === 'low' && Math.abs(minutesOf(at) + 60 * hours - minutesOf(boat)) <= DRY_MINUTES,
        ),
      ).map((boat) => `${day} ${clock(minutesOf(boat))}`),
    );
}
