import { addDays, type CalendarDate } from './calendar-date.ts';

export interface Sighting {
  readonly city: string;
  readonly state: string;
  readonly on: CalendarDate;
}

export const QUIET_DAYS = { afterWindow: 3, sinceSeen: 5 } as const;

export interface QuietFacts {
  readonly arrivesBy: CalendarDate;
  readonly confirmed: boolean;
  readonly lastSeenOn: CalendarDate | null;
  readonly nearDelivery: boolean;
}

/** fulfilment/scans/watch.ts says the same in SQL. */
export function isQuiet({ arrivesBy, confirmed, lastSeenOn, nearDelivery }: QuietFacts, today: CalendarDate): boolean {
  if (confirmed || nearDelivery || today <= addDays(arrivesBy, QUIET_DAYS.afterWindow)) return false;
  return lastSeenOn === null || lastSeenOn < addDays(today, -QUIET_DAYS.sinceSeen);
}

const TELLING = { pieces: 20, share: 0.5, days: 3 } as const;

export function isUnseen(
  { pieces, seen, handedOverOn }: { pieces: number; seen: number; handedOverOn: CalendarDate },
  today: CalendarDate,
): boolean {
  return pieces >= TELLING.pieces && seen < pieces * TELLING.share && today >= addDays(handedOverOn, TELLING.days);
}

/** Writes 'PORTLAND' and 'ME' as 'Portland, Maine'. */
export function placeInWords({ city, state }: Pick<Sighting, 'city' | 'state'>): string {
  const town = /[a-z]/.test(city) ? city : city.toLowerCase().replaceAll(/(?<![\p{L}’'])\p{L}/gu, upperCase);
  if (state === '') return town;
  return `${town}, ${STATES[state] ?? state}`;
}

function upperCase(letter: string): string {
  return letter.toUpperCase();
}

const STATES: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  GU: 'Guam',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  PR: 'Puerto Rico',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  VI: 'Virgin Islands',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
};
