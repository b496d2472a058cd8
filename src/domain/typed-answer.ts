/** The parts that a right answer must contain, in this order. `|` separates words with the same meaning. */
export type AcceptedParts = readonly string[];

export function isRightAnswer(typed: string, accepts: readonly AcceptedParts[]): boolean {
  const words = wordsOf(typed);
  return accepts.some((parts) => hasInOrder(words, parts));
}

function hasInOrder(words: string, parts: AcceptedParts): boolean {
  let from = 0;
  return parts.every((part) => {
    const ends = part
      .split('|')
      .map(wordsOf)
      .map((alternative) => ({ start: words.indexOf(alternative, from), length: alternative.length }))
      .filter(({ start }) => start >= 0)
      .map(({ start, length }) => start + length - 1);
    from = Math.min(...ends);
    return ends.length > 0;
  });
}

/**
 * The words in lower case, without punctuation and accents, with numbers as digits, and with a space before and after
 * each word.
 */
function wordsOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/['’]/g, '');
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== '');
  return ` ${words.map(inDigits).join(' ').replace(TENS_AND_UNITS, '$1$2')} `;
}

const TENS_AND_UNITS = /\b([2-9])0 ([1-9])\b/g;

const NUMBERS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

function inDigits(word: string): string {
  const number = NUMBERS.indexOf(word);
  if (number >= 0) return String(number);
  const tens = TENS.indexOf(word);
  return tens >= 0 ? String((tens + 2) * 10) : word;
}
