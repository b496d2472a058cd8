import * as fc from 'fast-check';

const TRICKY_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'half \udc00 a character',
  '\u202eright to left',
  '👩‍👩‍👧‍👦'.repeat(40),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  "'; drop table users; --",
  '../../../../etc/passwd',
  '%00%0d%0aSet-Cookie: a=b',
  '\r\nX-Injected: yes',
  '{{7*7}}${7*7}',
  'null',
  'undefined',
  'NaN',
  '__proto__',
  'constructor',
  '1e999',
  '-0',
  '00000000-0000-0000-0000-000000000000',
  'a'.repeat(300),
  'é'.repeat(20_000),
];

export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...TRICKY_TEXTS),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.emailAddress(),
  fc.uuid(),
);

const oddNumber = fc.oneof(
  fc.constantFrom(0, -1, 0.1, 1e308, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 5e-324),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Objects whose keys mean something to JavaScript. JSON.parse makes them keys like any other. */
const prototypeKeys: fc.Arbitrary<unknown> = fc
  .constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'toJSON')
  .map((key) => JSON.parse(`{${JSON.stringify(key)}:{"isAdmin":true,"length":1}}`) as unknown);

function nested(depth: number): unknown {
  return depth === 0 ? 'down here' : [nested(depth - 1)];
}

/** Anything that JSON can say. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 2, arbitrary: oddNumber },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false) },
  { weight: 1, arbitrary: fc.array(oddText, { maxLength: 4 }) },
  { weight: 1, arbitrary: prototypeKeys },
  { weight: 1, arbitrary: fc.nat(200).map(nested) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Fields added to an object that did not ask for them. */
export const oddFields: fc.Arbitrary<Record<string, unknown>> = fc
  .array(fc.tuple(oddText, oddValue), { maxLength: 3 })
  .map((entries) => Object.fromEntries(entries));
