/** The constable's cipher and what Odile pencilled on a hymn sheet. */

/** Writes the text in rows under the key and reads the columns in the order of the key's letters. */
export function encipher(text: string, key: string): string {
  const letters = text.toUpperCase().replaceAll(/[^A-Z]/g, '');
  const padded = letters.padEnd(Math.ceil(letters.length / key.length) * key.length, 'X');
  return columnOrder(key)
    .map((column) =>
      Array.from({ length: padded.length / key.length }, (_, row) => padded[row * key.length + column]).join(''),
    )
    .join(' ');
}

export function decipher(cipher: string, key: string): string {
  const columns = cipher.split(' ');
  const order = columnOrder(key);
  return Array.from({ length: columns[0]?.length ?? 0 }, (_, row) =>
    key
      .split('')
      .map((_letter, column) => columns[order.indexOf(column)]?.[row] ?? '')
      .join(''),
  ).join('');
}

function columnOrder(key: string): readonly number[] {
  return key
    .split('')
    .map((_, index) => index)
    .toSorted((a, b) => (key[a] ?? '').localeCompare(key[b] ?? ''));
}

/** The office cat: dry on a wet night. */
export const CIPHER_KEY = 'PARCEL';
export const CIPHER_TEXT = 'CAPTAIN SWEARS NO CALL SATURDAY AT FOUR NO WATER';

export const cipherTelegram = {
  title: 'Telegram, October 17, 1957',
  columns: encipher(CIPHER_TEXT, CIPHER_KEY).split(' '),
  clue: 'KEY IS WHO WAS DRY',
  method:
    'How they had us do it at Caserta. Key along the top. Message under it in rows, left to right, X to fill the last. Then send the columns, one word each, in the order that the letters of the key come in the alphabet. To read it, stand them up again under the key.',
} as const;

/** Verses of the funeral sheet of October 23, 1926: by the parish, to be sung to common meters. */
export const hymns = [
  {
    number: 1,
    title: 'The Watch',
    lines: [
      'When I lay down the oar at last',
      'And all the harbor lights are low,',
      'Be kept for me, beyond the mast,',
      'One window where the lamp may show.',
    ],
  },
  {
    number: 2,
    title: 'Not by the Letter',
    lines: [
      'Not by the letter are we known,',
      'Nor by the name upon the stone;',
      'For what was sealed in bitter breath',
      'Is read aloud the day of death.',
    ],
  },
  {
    number: 3,
    title: 'Slack Water',
    lines: [
      'The tide that would not wait for kings',
      'Has turned for love of smaller things;',
      'It carries home upon its palm',
      'Your boat, your burden, and your calm.',
    ],
  },
  {
    number: 4,
    title: 'For Those Ashore',
    lines: [
      'We tend the net, we mend the sail,',
      'We say your name into the gale;',
      'And what we held, and would not send,',
      'We hold until the waters end.',
    ],
  },
] as const;

/** Hymn, line and word of each word she would not write. */
export const PENCILLED = [
  [1, 1, 2],
  [1, 3, 2],
  [3, 4, 1],
  [2, 1, 4],
  [3, 2, 3],
  [3, 2, 4],
  [3, 2, 5],
  [3, 4, 1],
  [2, 2, 4],
] as const satisfies readonly (readonly [number, number, number])[];

/** The words that hymn, line and word numbers point at. */
export function readHymns(numbers: readonly (readonly number[])[]): string {
  return numbers
    .map(([hymn, line = 0, word = 0]) => {
      const words = (hymns.find(({ number }) => number === hymn)?.lines[line - 1] ?? '').split(' ');
      return (words[word - 1] ?? '').replaceAll(/[^A-Za-z]/g, '').toUpperCase();
    })
    .join(' ');
}

export const hymnSheet = {
  title: 'Saint Brendan’s. For the repose of Josiah Vane, Saturday, October 23, 1926',
  hymns,
  pencilled: PENCILLED.map((triple) => triple.join('-')),
} as const;
