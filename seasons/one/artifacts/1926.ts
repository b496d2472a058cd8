/** The papers of October 1926: who was paid in tins, who was buried, and what the doctor wrote. */

interface Hand {
  readonly name: string;
  readonly age: number;
  readonly hours: number;
  /** Cents an hour. */
  readonly rate: number;
  readonly died?: number;
}

export const FULL_WEEK = 60;

/** The bean table of the Vane Packing Company, week ending Saturday, October 2, 1926. */
const BEAN_TABLE: readonly Hand[] = [
  { name: 'Alley, Peter', age: 19, hours: 60, rate: 28, died: 5 },
  { name: 'Alley, Ruth', age: 24, hours: 54, rate: 24 },
  { name: 'Beal, Moses', age: 24, hours: 60, rate: 30, died: 4 },
  { name: 'Beal, Rose', age: 22, hours: 60, rate: 24, died: 4 },
  { name: 'Coombs, Clara', age: 28, hours: 60, rate: 24, died: 6 },
  { name: 'Dunn, Katie', age: 16, hours: 60, rate: 18, died: 7 },
  { name: 'Dunn, Patrick', age: 52, hours: 60, rate: 30, died: 6 },
  { name: 'Foss, Lena', age: 33, hours: 48, rate: 24 },
  { name: 'Pike, Hannah', age: 34, hours: 60, rate: 26, died: 8 },
  { name: 'Thibodeau, Annie', age: 41, hours: 60, rate: 26, died: 10 },
  { name: 'Thibodeau, Jean', age: 17, hours: 60, rate: 18, died: 7 },
  { name: 'Wall, George', age: 45, hours: 50, rate: 30 },
];

const rows = BEAN_TABLE.map(({ name, hours, rate }, index) => ({
  number: index + 1,
  name,
  hours,
  rate,
  /** Cents. */
  pay: hours * rate,
  bonus: hours === FULL_WEEK ? '1 tin, Lot 40' : '',
}));

export const payList = {
  head: 'Vane Packing Company, Wick Harbor',
  table: 'Second Table (string beans)',
  week: 'Week ending Saturday, October 2, 1926',
  note: 'Bonus for a full week: one tin, bulged, not for sale.',
  rows,
  total: { hours: rows.reduce((sum, { hours }) => sum + hours, 0), pay: rows.reduce((sum, { pay }) => sum + pay, 0) },
} as const;

const OTHERS = [
  { name: 'Lunt, Abigail', age: 88, died: 2, cause: 'Old age' },
  { name: 'Vane, Josiah', age: 41, died: 20, cause: 'Failing heart' },
];

/** Saint Brendan’s, burials of October 1926, in the order of the deaths. */
export const burialRegister = {
  head: 'Liber Defunctorum, Saint Brendan’s, Wick Harbor, October 1926',
  rows: [
    ...BEAN_TABLE.flatMap(({ name, age, died }) =>
      died === undefined ? [] : [{ name, age, died, cause: 'Influenza' }],
    ),
    ...OTHERS,
  ]
    .toSorted((a, b) => a.died - b.died || a.name.localeCompare(b.name))
    .map((row, index) => ({
      number: index + 211,
      ...row,
      by: row.name.startsWith('Lunt') ? 'Lachance' : 'E. Roche, curate',
    })),
} as const;

export const mourningCard = {
  name: 'Josiah Vane',
  born: 'November 9, 1884',
  died: 'October 20, 1926',
  lines: ['His hand was open,', 'and so was his door.'],
  buried: 'Saint Brendan’s, Saturday, October 23',
} as const;

const FORM = [
  'Name of deceased',
  'Place',
  'Age',
  'Last seen living',
  'Seen by the physician',
  'General appearance',
  'Heart',
  'Tongue',
  'Cause of death',
  'Inquest',
  'Signed',
] as const;

const SAME = {
  'General appearance': 'As of one asleep',
  Heart: 'Has failed',
  Tongue: 'Not examined',
  'Cause of death': 'A failing heart, of natural origin',
  Inquest: 'Unnecessary',
} as const;

/** The coroner's two certificates, field by field. */
export const certificates = [
  {
    number: '1926/31',
    fields: {
      'Name of deceased': 'Josiah Vane',
      Place: 'Churchyard gate, Wick Harbor',
      Age: '41',
      'Last seen living': 'October 20, 4:25 PM, the post office',
      'Seen by the physician': 'October 20, 5:10 PM',
      ...SAME,
      Signed: 'A. Thorne, M.D., October 20, 1926, 5:30 PM',
    },
  },
  {
    number: '1957/14',
    fields: {
      'Name of deceased': 'Odile Farrow',
      Place: 'Post office, Ferry Road, Wick Harbor',
      Age: '58',
      'Last seen living': 'September 23, 6:00 PM, the post office',
      'Seen by the physician': 'September 24, 2:50 AM',
      ...SAME,
      Signed: 'A. Thorne, M.D., September 24, 1957, noon',
    },
  },
] as const;

export const CERTIFICATE_FIELDS = FORM;

export const engraving = {
  title: 'The Vane Packing Company’s picnic, Labor Day 1926',
  figures: [
    'Josiah Vane, hat off',
    'Mrs. Vane, gloved, pouring',
    'Dr. Thorne, leaning',
    'Miss Farrow, behind, with the tin box for the postcards',
  ],
  foot: 'Second Table stands at the rear: nine of them are looking at the camera.',
} as const;
