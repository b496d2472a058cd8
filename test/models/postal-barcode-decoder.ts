/**
 * What a sorting machine does with the 65 bars of an Intelligent Mail barcode (USPS-B-3200), as a model that production never calls.
 * For each bar the character and bit of its descender, then of its ascender.
 */
const BITS = [
  [7, 2, 4, 3],
  [1, 10, 0, 0],
  [9, 12, 2, 8],
  [5, 5, 6, 11],
  [8, 9, 3, 1],
  [0, 1, 5, 12],
  [2, 5, 1, 8],
  [4, 4, 9, 11],
  [6, 3, 8, 10],
  [3, 9, 7, 6],
  [5, 11, 1, 4],
  [8, 5, 2, 12],
  [9, 10, 0, 2],
  [7, 1, 6, 7],
  [3, 6, 4, 9],
  [0, 3, 8, 6],
  [6, 4, 2, 7],
  [1, 1, 9, 9],
  [7, 10, 5, 2],
  [4, 0, 3, 8],
  [6, 2, 0, 4],
  [8, 11, 1, 0],
  [9, 8, 3, 12],
  [2, 6, 7, 7],
  [5, 1, 4, 10],
  [1, 12, 6, 9],
  [7, 3, 8, 0],
  [5, 8, 9, 7],
  [4, 6, 2, 10],
  [3, 4, 0, 5],
  [8, 4, 5, 7],
  [7, 11, 1, 9],
  [6, 0, 9, 6],
  [0, 6, 4, 8],
  [2, 1, 3, 2],
  [5, 9, 8, 12],
  [4, 11, 6, 1],
  [9, 5, 7, 4],
  [3, 3, 1, 2],
  [0, 7, 2, 0],
  [1, 3, 4, 1],
  [6, 10, 3, 5],
  [8, 7, 9, 4],
  [2, 11, 5, 6],
  [0, 8, 7, 12],
  [4, 2, 8, 1],
  [5, 10, 3, 0],
  [9, 3, 0, 9],
  [6, 5, 2, 4],
  [7, 8, 1, 7],
  [5, 0, 4, 5],
  [2, 3, 0, 10],
  [6, 12, 9, 2],
  [3, 11, 1, 6],
  [8, 8, 7, 9],
  [5, 4, 0, 11],
  [1, 5, 2, 2],
  [9, 1, 4, 12],
  [8, 3, 6, 6],
  [7, 0, 3, 7],
  [4, 7, 7, 5],
  [0, 12, 1, 11],
  [2, 9, 9, 0],
  [6, 8, 5, 3],
  [3, 10, 8, 2],
] as const;

const CHARACTER_BITS = 13;
const ALL_BITS = 2 ** CHARACTER_BITS - 1;
const FIVES = tableOf(5);
const TWOS = tableOf(2);

/** Thirteen-bit patterns with `ones` bits set, each before its mirror image; symmetric patterns come last, in reverse order. */
function tableOf(ones: number): readonly number[] {
  const patterns = Array.from({ length: ALL_BITS + 1 }, (_, pattern) => pattern).filter(
    (each) => countOnes(each) === ones,
  );
  const pairs = patterns.filter((pattern) => pattern < mirrored(pattern));
  const alone = patterns.filter((pattern) => pattern === mirrored(pattern));
  return [...pairs.flatMap((pattern) => [pattern, mirrored(pattern)]), ...alone.toReversed()];
}

function countOnes(pattern: number): number {
  return pattern.toString(2).replaceAll('0', '').length;
}

function mirrored(pattern: number): number {
  return Number.parseInt(Array.from(pattern.toString(2).padStart(CHARACTER_BITS, '0')).toReversed().join(''), 2);
}

/** The digits of the bars. @param bars 65 of T, A, D and F @throws Error for impossible bars, or with a wrong check sum */
export function decodePostalBarcode(bars: string): string {
  if (!/^[TADF]{65}$/.test(bars)) throw new Error('Those are no 65 bars.');
  const characters = charactersOf(bars);
  const codewords = characters.map(codewordOf);
  let checkSum = characters.reduce((sum, character, index) => sum + (isInverted(character) ? 2 ** index : 0), 0);
  const [first = 0, ...rest] = codewords;
  if (first >= 659) checkSum += 1024;
  const last = rest.pop() ?? 0;
  if (last % 2 === 1) throw new Error('The last codeword is odd.');
  let value = BigInt(first % 659);
  for (const codeword of rest) value = value * 1365n + BigInt(codeword);
  value = value * 636n + BigInt(last / 2);
  if (checkSumOf(value) !== checkSum) throw new Error('The check sum is another one.');
  return digitsOf(value);
}

function charactersOf(bars: string): number[] {
  const characters = Array.from({ length: 10 }, () => 0);
  const set = (character: number, bit: number): void => {
    characters[character] = (characters[character] ?? 0) | (1 << bit);
  };
  for (const [index, [down, downBit, up, upBit]] of BITS.entries()) {
    const kind = bars[index];
    if (kind === 'D' || kind === 'F') set(down, downBit);
    if (kind === 'A' || kind === 'F') set(up, upBit);
  }
  return characters;
}

function isInverted(character: number): boolean {
  return countOnes(character) > 5;
}

function codewordOf(character: number): number {
  const pattern = isInverted(character) ? character ^ ALL_BITS : character;
  const five = FIVES.indexOf(pattern);
  if (five !== -1) return five;
  const two = TWOS.indexOf(pattern);
  if (two === -1) throw new Error('A character is none of the two tables.');
  return FIVES.length + two;
}

/** CRC-11 with the polynomial 0xF35, over the lowest 102 bits. */
function checkSumOf(value: bigint): number {
  let sum = 0x7ff;
  for (let bit = 101n; bit >= 0n; bit--) {
    const isSet = ((value >> bit) & 1n) === 1n;
    sum = ((sum << 1) ^ (((sum & 0x400) !== 0) !== isSet ? 0xf35 : 0)) & 0x7ff;
  }
  return sum;
}

function digitsOf(value: bigint): string {
  let rest = value;
  let tracking = '';
  for (let place = 19; place >= 0; place--) {
    const base = place === 1 ? 5n : 10n;
    tracking = String(rest % base) + tracking;
    rest /= base;
  }
  return tracking + routingOf(rest);
}

function routingOf(value: bigint): string {
  if (value === 0n) return '';
  if (value <= 100_000n) return String(value - 1n).padStart(5, '0');
  if (value <= 1_000_100_000n) return String(value - 100_001n).padStart(9, '0');
  return String(value - 1_000_100_001n).padStart(11, '0');
}
