import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { letterCodeAddress, letterCodeInGroups, readLetterCode, writeLetterCode } from './letter-code.ts';

const bits = fc.bigInt({ min: 0n, max: (1n << 80n) - 1n });

test('eighty bits are sixteen letters and figures, read back from every way of writing them', () => {
  fc.assert(
    fc.property(bits, (given) => {
      const code = writeLetterCode(given);
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
      const written = [
        code,
        code.toLowerCase(),
        letterCodeInGroups(code),
        letterCodeAddress('https://club.example', code),
      ];
      expect(written.map(readLetterCode)).toEqual(written.map(() => given));
    }),
  );
});

test('letters that look like figures are read as figures, and nothing else is a code', () => {
  expect(readLetterCode('IL00-OOOO-0000-0000')).toBe(readLetterCode('1100-0000-0000-0000'));
  for (const text of [
    '',
    'ABCD',
    'U000000000000000',
    '00000000000000000',
    'F20261127-07-000123',
    '/l/',
    '🦉'.repeat(16),
  ]) {
    expect(readLetterCode(text)).toBeNull();
  }
});
