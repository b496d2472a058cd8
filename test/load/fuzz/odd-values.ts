import * as fc from 'fast-check';

/** Besides `__proto__` and its like, which fast-check strews among its texts and keys. */
const TRICKY_TEXTS = [
  'a\u0000b',
  'half \udc00 a character',
  '\u202eright to left',
  '👩‍👩‍👧‍👦'.repeat(40),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  "'; drop table users; --",
  '../../../../etc/passwd',
  '%00%0d%0aSet-Cookie: a=b',
  '\r\nX-Injected: yes',
  '{{7*7}}${7*7}',
  '1e999',
  '00000000-0000-0000-0000-000000000000',
  'é'.repeat(20_000),
  // Where a page of some list may begin.
  '1957',
  '4_1',
  '2026-12-24',
  '2026-11-27_friday',
  '1763700000000_in_1957',
  '1763700000000_00000000-0000-4000-8000-000000000000',
];

export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...TRICKY_TEXTS),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.emailAddress(),
  fc.uuid(),
);

function nested(depth: number): unknown {
  return depth === 0 ? 'down here' : [nested(depth - 1)];
}

/** Anything that JSON can say. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 2, arbitrary: fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true })) },
  { weight: 1, arbitrary: fc.array(oddText, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.nat(200).map(nested) },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
);
