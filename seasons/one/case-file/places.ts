import type { CaseSubject } from '../../season.ts';

export const PLACES_OF_THE_CASE = [
  {
    id: 'office',
    name: 'The post office',
    lines: [
      {
        letter: 1,
        says: 'A window, a desk, a drawer beneath it, and a night outside.',
        quote: 'There is a drawer beneath my desk, and it is full.',
      },
      {
        letter: 2,
        says: 'On Ferry Road. The street door was locked; a lamp was burning.',
        quote: 'The street door was locked and the lamp was burning.',
      },
      {
        letter: 6,
        says: 'The door locks itself when it is pulled to. Nobody needed a key.',
        quote: 'Nobody needed a key to lock that door.',
      },
      {
        letter: 10,
        says: 'Had no Light to sell after September 14. The stamp on Miss Farrow’s tongue came in from outside.',
        quote: 'It came in from outside',
      },
      {
        letter: 20,
        says: 'After five there is no harbor in the window, only who stands inside.',
        quote: 'There is no harbor in that window after five',
      },
    ],
  },
  {
    id: 'church',
    name: 'Saint Brendan’s',
    lines: [
      {
        letter: 1,
        says: 'Has the bell that is rung when the fog signal fails.',
        quote: 'Wendell is up at Saint Brendan’s to ring the bell by quarters',
      },
      {
        letter: 4,
        says: 'A north corner where nine lie without a name, and a gate that one lady does not go through.',
        quote: 'very quietly, since before that boy’s father went to school',
      },
      {
        letter: 6,
        says: 'Nine minutes from the post office, by the upper path.',
        quote: 'post office to Saint Brendan’s 9, by the upper path',
      },
      {
        letter: 13,
        says: 'A bed below the south wall, and gloves on the coping.',
        quote: 'they were left on the coping',
      },
    ],
  },
  {
    id: 'prospect',
    name: 'Prospect House',
    lines: [
      {
        letter: 4,
        says: 'On the hill. A hall, a barometer, and a chair that nobody has ever liked.',
        quote: 'There is one in my hall with arms to it that nobody has ever liked',
      },
      {
        letter: 6,
        says: 'Six minutes from the post office, by Cannery Lane.',
        quote: 'post office to Prospect House 6, by Cannery Lane',
      },
      {
        letter: 23,
        says: 'Every grate was left blacked, and one had five days of birch ash.',
        quote: 'five days of birch ash in the one upstairs',
      },
    ],
  },
  {
    id: 'light',
    name: 'The Light',
    lines: [
      {
        letter: 3,
        says: 'On a rock. The causeway went under at seven, and let the doctor off past two.',
        quote: 'I crossed at seven and the causeway went under behind me',
      },
      {
        letter: 8,
        says: 'A child was born there during the gale, and roared.',
        quote: 'who was born during the gale, and who roared',
      },
      {
        letter: 20,
        says: 'The hour of the birth was taken with a watch: twelve past nine.',
        quote: 'the baby came at twelve past nine by the watch',
      },
    ],
  },
  {
    id: 'slip',
    name: 'The slip',
    lines: [
      {
        letter: 6,
        says: 'Two minutes below the office, and under water from half past ten that night.',
        quote: '10:30 Ferry Road under.',
      },
      {
        letter: 14,
        says: 'No boat lies there within an hour of low water. The table keeps the old hour.',
        quote: 'There is no water for an hour on each side of low.',
      },
    ],
  },
  {
    id: 'cannery',
    name: 'The cannery',
    lines: [
      { letter: 4, says: 'Mr. Vane’s. The nine had worked there.', quote: 'They were our hands, all nine.' },
      {
        letter: 11,
        says: 'Its second table had a bonus for a full week: a tin that had blown.',
        quote: 'Some tins had blown, out of a lot of string beans.',
      },
      {
        letter: 24,
        says: 'A gauge on the second retort, of which Mr. Vane had been told.',
        quote: 'It was a gauge on the second retort',
      },
    ],
  },
  {
    id: 'water-street',
    name: 'Water Street',
    lines: [
      {
        letter: 11,
        says: 'Where the doctor met Mr. Vane at four, and gave him a lozenge.',
        quote: 'On Wednesday last I met him in Water Street at four',
      },
      {
        letter: 21,
        says: 'The doctor’s house is his by a handshake. There is nothing in writing.',
        quote: 'there is positively nothing in writing',
      },
    ],
  },
] as const satisfies readonly CaseSubject[];
