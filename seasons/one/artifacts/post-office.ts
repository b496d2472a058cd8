/** The books of the office on Ferry Road. */

/** Cents for each ounce of a sealed letter on a day. */
export function letterRate(day: string): number {
  return day < '1932-07-06' ? 2 : 3;
}

interface Held {
  readonly day: string;
  readonly from: string;
  readonly to: string;
  readonly ounces: number;
  /** When its keeper showed it to another character, or gave it up. */
  readonly shown?: string;
  /** Stamps on it beyond what it owes, in cents. */
  readonly over?: number;
}

/** The drawer's index, in Odile's order. */
const HELD: readonly Held[] = [
  { day: '1926-10-20', from: 'J. V.', to: 'County Attorney, Harlow', ounces: 0.5, over: 2 },
  { day: '1926-10-25', from: 'A. T.', to: 'a professor, Brunswick', ounces: 1 },
  { day: '1927-02-14', from: 'unsigned', to: 'Miss L. Foss', ounces: 0.5, shown: '1941-02-14' },
  { day: '1929-11-04', from: 'a bank', to: 'the cannery', ounces: 1.5 },
  { day: '1931-05-22', from: 'L. V.', to: 'a furrier, Boston', ounces: 0.5, shown: '1931-06-30' },
  { day: '1932-07-06', from: 'G. Wall', to: 'his wife', ounces: 2, shown: '1932-07-09' },
  { day: '1936-01-17', from: 'E. R.', to: 'the Bishop (a resignation)', ounces: 0.5, shown: '1936-01-24' },
  { day: '1938-03-08', from: 'a gentleman', to: 'Mrs. L. Pike', ounces: 1 },
  { day: '1943-05-11', from: 'Navy Department', to: 'Mrs. L. Pike', ounces: 0.5, shown: '1943-05-13' },
  { day: '1946-09-30', from: 'S. Alley', to: 'the Income Tax', ounces: 1.5, shown: '1946-10-01' },
  { day: '1949-08-19', from: 'L. V.', to: 'all hands', ounces: 3 },
  { day: '1951-12-03', from: 'A. T.', to: 'County Commissioners', ounces: 1, shown: '1952-01-02' },
  { day: '1954-04-30', from: 'Miss Foss', to: 'unsigned', ounces: 0.5, shown: '1954-05-01' },
  { day: '1956-11-26', from: 'O. F.', to: 'nobody', ounces: 0.5 },
];

export const drawerIndex = {
  title: 'Drawer, index, one sheet',
  rates: 'Letters, each ounce or part: two cents; from July 6, 1932, three cents.',
  rows: HELD.map(({ day, from, to, ounces, shown, over = 0 }, index) => ({
    number: index + 1,
    day,
    from,
    to,
    ounces,
    /** Cents of stamps on its face. */
    paid: Math.ceil(ounces) * letterRate(day) + over,
    shown: shown ?? null,
  })),
} as const;

interface Sale {
  readonly day: string;
  readonly to: string;
  readonly stamps: number;
  /** A coffee ring lies over the number. */
  readonly blotted?: boolean;
}

const RECEIVED = 300;
const SALES: readonly Sale[] = [
  { day: '1957-07-13', to: 'Prospect House, top row, in strip', stamps: 10, blotted: true },
  { day: '1957-07-13', to: 'Selectmen, for the album', stamps: 50 },
  { day: '1957-07-13', to: 'at the window, all day', stamps: 112 },
  { day: '1957-07-15', to: 'a collector, Worcester, by mail', stamps: 25 },
  { day: '1957-07-20', to: 'at the window, week', stamps: 31 },
  { day: '1957-07-31', to: 'Dr. Thorne, in strip', stamps: 5 },
  { day: '1957-08-10', to: 'at the window, to date', stamps: 38 },
  { day: '1957-08-24', to: 'rectory, in strip', stamps: 8, blotted: true },
  { day: '1957-09-07', to: 'at the window, to date', stamps: 17 },
  { day: '1957-09-14', to: 'A. Coombs, the Light', stamps: 4 },
];

/** The account of the Wick Harbor Light, three cents: received, sold, left. */
export const stampLedger = {
  title: 'Wick Harbor Light, 3c, commemorative. Account of stock',
  received: { day: '1957-07-12', sheets: 6, stamps: RECEIVED, cents: RECEIVED * 3 },
  rows: SALES.map(({ day, to, stamps, blotted = false }, index) => ({
    day,
    to,
    stamps: blotted ? null : stamps,
    cents: blotted ? null : stamps * 3,
    left: RECEIVED - SALES.slice(0, index + 1).reduce((sum, sale) => sum + sale.stamps, 0),
  })),
  /** Monday, September 23, six in the evening, all stock, in cents. */
  closing: {
    day: '1957-09-23',
    rows: [
      { what: '3c Light', stamps: 0, cents: 0 },
      { what: '3c Liberty', stamps: 412, cents: 1236 },
      { what: '2c Jefferson', stamps: 155, cents: 310 },
      { what: '1c Washington', stamps: 230, cents: 230 },
      { what: '6c air', stamps: 64, cents: 384 },
      { what: 'cards, 2c', stamps: 90, cents: 180 },
    ],
    stamps: 2340,
    cash: 3157,
    fund: 5497,
  },
} as const;

/** What Mrs. Vane's row of ten has come to, as far as the office knows. */
export const lightTally = {
  title: 'Prospect House, Lights, one row',
  bought: 10,
  rows: [
    { day: '1957-07-13', what: 'letter to Boston', stamps: 1 },
    { day: '1957-07-13', what: 'letter to Rockland', stamps: 1 },
    { day: '1957-07-13', what: 'letter to Bar Harbor', stamps: 1 },
    { day: '1957-08-02', what: 'letter to Boston', stamps: 1 },
    { day: '1957-09-21', what: 'letter to the rectory, in sack Sept. 23', stamps: 1 },
    { day: '1957-10-23', what: 'strip, by her own hand, to Miss Alden', stamps: 3 },
  ],
  question: 'Not accounted for',
} as const;

/** The desk on the night: counted by Wendell at a quarter past midnight, and again at one. */
const DESK: readonly (readonly [count: number, what: string, again?: number])[] = [
  [1, 'letter scale, brass, reading nothing'],
  [3, 'balls of twine, one begun'],
  [1, 'date stamp, rim nicked at five o’clock, set to SEP 22, 9 PM'],
  [1, 'ink pad for same, open'],
  [1, 'lamp, burning'],
  [2, 'pens, one of them on the floor, nib crossed'],
  [1, 'blotter, one stroke on it, not a word'],
  [1, 'bottle, Dr. Thorne’s drops, 40, tick at 46'],
  [1, 'cup, tea, cold, half down, brown at the bottom'],
  [1, 'box, gift, ribbon on'],
  [1, 'stock book, closed and signed'],
  [1, 'tin, Dr. Thorne’s lozenges'],
  [3, 'keys: street, cash, and a small one', 2],
  [1, 'pair of spectacles, folded'],
  [21, 'pieces of mail for Tuesday, sorted'],
  [1, 'cat'],
];

const counted = (second: boolean) =>
  DESK.map(([count, what, again]) => ({
    count: second ? (again ?? count) : count,
    what: second && again !== undefined ? 'keys: street, cash' : what,
  }));

export const inventory = {
  title: 'At the sorting desk, Tuesday, September 24, 1957',
  lists: [
    { at: '12:15 AM', rows: counted(false) },
    { at: '1:00 AM', rows: counted(true) },
  ],
} as const;
