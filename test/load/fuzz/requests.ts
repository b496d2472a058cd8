import type { OutgoingHttpHeaders } from 'node:http';
import * as fc from 'fast-check';
import type { RawAnswer, RawBody, RawRequest } from './raw-request.ts';

/** One door, and what a well-meant call of it looks like. */
export interface Door {
  readonly name: string;
  readonly method: string;
  /** With a good value for each path parameter. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A body that would be taken. */
  readonly body: Readonly<Record<string, unknown>> | null;
  /** @throws Error saying what is wrong with the answer */
  readonly judge: (request: RawRequest, answer: RawAnswer) => void;
}

/** Each door has a user of its own, and signing all up at once would overload the shop. */
export const OPENED_AT_ONCE = 4;

/** In addition to `__proto__` and similar keys, which fast-check generates itself. */
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
  // Cursors of lists.
  '1957',
  '4_1',
  '2026-12-24',
  '2026-11-27_friday',
  '1763700000000_in_1957',
  '1763700000000_00000000-0000-4000-8000-000000000000',
];

const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...TRICKY_TEXTS),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.emailAddress(),
  fc.uuid(),
);

function nested(depth: number): unknown {
  return depth === 0 ? 'down here' : [nested(depth - 1)];
}

/** Any JSON value. */
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 2, arbitrary: fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true })) },
  { weight: 1, arbitrary: fc.array(oddText, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.nat(200).map(nested) },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
);

/** Requests to a door: some nearly right, some odd in one respect, some in all. */
export function requestsTo(door: Door): fc.Arbitrary<RawRequest> {
  return fc.record({
    method: mostly(
      door.method,
      12,
      fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'),
    ),
    target: fc.oneof(
      { weight: 4, arbitrary: fc.constant(targetOf(door, door.params)) },
      { weight: 1, arbitrary: oddTargets(door) },
      { weight: door.query ? 3 : 1, arbitrary: oddQueries(door) },
    ),
    headers,
    body: bodiesFor(door),
  });
}

function mostly<T>(value: T, weight: number, otherwise: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: otherwise });
}

function targetOf({ path, query = '' }: Door, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => percentEncoded(params[name] ?? '')) + query;
}

/** As UTF-8, including lone surrogates, which `encodeURIComponent` refuses. */
function percentEncoded(text: string): string {
  return [...Buffer.from(text.slice(0, 500))].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

function oddTargets(door: Door): fc.Arbitrary<string> {
  const usual = targetOf(door, door.params);
  const oddParams = fc.record(Object.fromEntries(Object.keys(door.params).map((name) => [name, oddText])));
  return fc.oneof(
    oddParams.map((params) => targetOf(door, params)),
    fc.constantFrom(...ODD_ENDS).map((end) => usual + end),
    fc.constantFrom(usual.toUpperCase(), `/${usual}`, usual.replaceAll('/', '//'), `${usual}/${'x'.repeat(4000)}`),
  );
}

const ODD_ENDS = '/ // /%00 /.. /%2e%2e/x /%E0%A4%A % %zz ;a=b ? ?% ?a[]=1&a[__proto__]=2'.split(' ');

/** The query with some values replaced, some left out, and some that are unknown. */
function oddQueries(door: Door): fc.Arbitrary<string> {
  return nearlyRight(Object.fromEntries(new URLSearchParams(door.query))).map((query) => {
    const pairs = Object.entries(query).map(
      ([name, value]) => `${percentEncoded(name)}=${percentEncoded(asText(value))}`,
    );
    return targetOf({ ...door, query: `?${pairs.join('&')}` }, door.params);
  });
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

const LONG = 'x'.repeat(900);

/** Values for a wrong header. The door's own headers are added when sending, so that counterexamples contain no tokens. */
const ODD_HEADERS: Readonly<Record<string, readonly string[]>> = {
  'content-type': ['text/plain', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16', '', 'nonsense'],
  authorization: ['', 'Bearer', 'Bearer  x', 'bearer a.b.c', 'Basic Og==', `Bearer ${LONG}${LONG}${LONG}`],
  'content-encoding': ['gzip', 'br', 'identity', 'nonsense'],
  'x-forwarded-for': ['1, 2, 3', 'unknown', '::1', LONG],
  host: ['localhost', 'evil.example', '127.0.0.1:99999', '[::1', 'a b', ''],
  'if-none-match': ['', '*', '"', LONG],
  cookie: ['', 'q=;', '"', LONG],
  origin: ['', '*', 'null', LONG],
};

const headers = mostly<OutgoingHttpHeaders>(
  {},
  6,
  fc
    .constantFrom(...Object.entries(ODD_HEADERS))
    .chain(([name, values]) => fc.constantFrom(...values).map((value) => ({ [name]: value }))),
);

function bodiesFor({ body }: Door): fc.Arbitrary<RawBody> {
  return fc.oneof(
    { weight: 10, arbitrary: (body === null ? oddValue : nearlyRight(body)).map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: oddValue.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW_BODIES) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  );
}

/** The good fields with some replaced, some left out, and some that are unknown. */
function nearlyRight(good: Readonly<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(good).map(([name, value]) => [name, mostly<unknown>(value, 4, oddValue)] as const);
  return fc
    .tuple(
      fc.record(Object.fromEntries(fields), { requiredKeys: [] }),
      mostly<object>({}, 4, fc.dictionary(oddText, oddValue, { maxKeys: 3 })),
    )
    .map(([known, unknown]) => ({ ...known, ...unknown }));
}

/** What `JSON.stringify` would never write. */
const RAW_BODIES: readonly RawBody[] = [
  null,
  '',
  '{"a":1,}',
  '{"a":1e999,"a":-1e999,"b":1e-999}',
  '\ufeff{}',
  '{}{}',
  '"\\ud800"',
  '{"__proto__":{"__proto__":null}}',
  new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  { repeat: '[', times: 50_000 },
  { repeat: '{"a":', times: 12_000 },
  { repeat: 'x', times: 70_000 },
  { repeat: 'x', times: 1_100_000 },
];
