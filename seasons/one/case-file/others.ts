import type { CaseSubject } from '../../season.ts';

/** The rest of the cast: the town, and those who are written to. */
export const OTHERS = [
  {
    id: 'bertha',
    name: 'Bertha Beal',
    lines: [
      {
        letter: 4,
        says: 'Maid at Prospect House. Gave the doctor the wrong hat.',
        quote: 'Bertha gave him my husband’s',
      },
      {
        letter: 23,
        says: 'Came back to a fire that should not have been lit.',
        quote: 'came back to five days of birch ash',
      },
    ],
  },
  {
    id: 'foss',
    name: 'Mr. and Mrs. Foss',
    lines: [
      {
        letter: 6,
        says: 'Keep the store. She saw a car at twenty to seven; he sold a tin of rat paste.',
        quote: 'seen by Mrs. Foss',
      },
      { letter: 12, says: 'He buried three cats.', quote: 'Old Foss picked up the two' },
    ],
  },
  {
    id: 'thibodeau',
    name: 'Mrs. Thibodeau',
    lines: [
      { letter: 4, says: 'Has the candles at the rectory.', quote: 'wax candles with Mrs. Thibodeau' },
      {
        letter: 13,
        says: 'Served horseradish out of a bottle.',
        quote: 'She said that she had dug it out of a bottle',
      },
      { letter: 16, says: 'Saw the boy in and out of her kitchen.', quote: 'Mrs. Thibodeau saw him in and out' },
    ],
  },
  {
    id: 'mrs-pike',
    name: 'Mrs. Pike',
    lines: [
      { letter: 4, says: 'At the Cove, with a bad hip.', quote: 'a Mrs. Pike at the Cove, with a bad hip' },
      { letter: 8, says: 'Wendell’s mother, and the widow of Hannah’s son.', quote: 'the widow of Hannah’s son' },
    ],
  },
  {
    id: 'pinkham',
    name: 'Mrs. Pinkham',
    lines: [
      { letter: 1, says: 'Is the telephone, and so is everyone.', quote: 'our telephone is Mrs. Pinkham' },
      { letter: 15, says: 'Has tried a telegram for two days.', quote: 'Mrs. Pinkham has tried it for two days' },
    ],
  },
  {
    id: 'coombs',
    name: 'The keepers of the Light',
    lines: [
      {
        letter: 8,
        says: 'Their child was born in the gale, and is called after Miss Farrow.',
        quote: 'They have called her Odile.',
      },
      { letter: 10, says: 'Bought the last four Lights.', quote: 'The last four went to Mr. Coombs' },
      {
        letter: 20,
        says: 'Say that the doctor was there all evening.',
        quote: 'He says the Doctor never left that room',
      },
    ],
  },
  {
    id: 'whitcomb',
    name: 'Dr. Whitcomb',
    lines: [{ letter: 3, says: 'A colleague at Portland, who is asked not to come.', quote: 'So do not come.' }],
  },
  {
    id: 'crane',
    name: 'Inspector Crane',
    lines: [
      { letter: 2, says: 'At Boston. The boy reports to him.', quote: 'Mr. H. Crane' },
      { letter: 10, says: 'Has not answered.', quote: 'I have had no answer to mine of the 24th' },
    ],
  },
  {
    id: 'duquette',
    name: 'Monsignor Duquette',
    lines: [
      {
        letter: 5,
        says: 'Of the chancery. Asks what the Bishop ought to know.',
        quote: 'whether there is anything that the Bishop ought',
      },
    ],
  },
  {
    id: 'hale',
    name: 'Mr. Hale',
    lines: [
      {
        letter: 7,
        says: 'Mrs. Vane’s lawyer. Does not answer as promptly as he did.',
        quote: 'You do not answer me so promptly as you did.',
      },
    ],
  },
  {
    id: 'marie-ange',
    name: 'Sister Marie-Ange',
    lines: [
      {
        letter: 8,
        says: 'Father Roche’s sister. Has not answered two of his letters.',
        quote: 'You have not answered my two last',
      },
    ],
  },
  {
    id: 'greeley',
    name: 'Professor Greeley',
    lines: [
      {
        letter: 11,
        says: 'Taught Dr. Thorne, and let his pupils write if they were in doubt.',
        quote: 'You told us on the last day',
      },
    ],
  },
  {
    id: 'peg',
    name: 'Peg Pike',
    lines: [{ letter: 12, says: 'Wendell’s sister, a nurse.', quote: 'because you are a nurse' }],
  },
  {
    id: 'anselm',
    name: 'Brother Anselm',
    lines: [
      { letter: 13, says: 'Wrote the book on herbs, and keeps bees.', quote: 'Do not open the tin near the bees.' },
      { letter: 15, says: 'Tasted a thread, and lay down for an hour.', quote: 'lay on the grass for an hour' },
    ],
  },
  {
    id: 'alden',
    name: 'Miss Alden',
    lines: [{ letter: 17, says: 'Collects what stamps are left, for the lamp.', quote: 'Your circular has come' }],
  },
  {
    id: 'hannah',
    name: 'Hannah Pike',
    lines: [
      {
        letter: 8,
        says: 'One of the nine. Wrote on a slate what was to be done about her boy.',
        quote: 'Hannah Pike could not speak at the end',
      },
      { letter: 12, says: 'Wendell’s grandmother.', quote: 'Ma told me about Grandmother.' },
    ],
  },
] as const satisfies readonly CaseSubject[];
