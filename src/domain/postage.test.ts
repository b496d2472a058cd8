import { expect, test } from 'vitest';
import { type Mailpieces, type PostageRate, postageFor, rateOf, ratesOn } from './postage.ts';

const HOME: PostageRate = {
  zone: 'United States',
  countries: ['US'],
  validFrom: '2026-07-12',
  oneOunceCents: 82,
  twoOuncesCents: 111,
  threeOuncesCents: 140,
  nonmachinableCents: 49,
  giftsNonmachinable: true,
};
const ABROAD: PostageRate = {
  ...HOME,
  zone: 'Everywhere else',
  countries: [],
  oneOunceCents: 175,
  twoOuncesCents: null,
  threeOuncesCents: null,
  giftsNonmachinable: false,
};
const CANADA: PostageRate = { ...ABROAD, zone: 'Canada', countries: ['CA'], oneOunceCents: 165 };

function envelopes(changes: Partial<Mailpieces>): Mailpieces {
  return { country: 'US', ounces: 1, isUneven: false, isGift: false, pieces: 1, ...changes };
}

test('of each zone the newest rates hold whose day has come', () => {
  const later = { ...HOME, validFrom: '2027-01-18', oneOunceCents: 85 } as const;
  expect(ratesOn([later, HOME, CANADA], '2026-07-11')).toEqual([]);
  expect(ratesOn([later, HOME, CANADA], '2027-01-17')).toEqual([CANADA, HOME]);
  expect(ratesOn([HOME, CANADA, later], '2027-01-18')).toEqual([CANADA, later]);
});

test('a country has the rates of the zone that names it, and the rest share those of no country; home is never the rest', () => {
  const rates = [CANADA, ABROAD];
  expect(rateOf(rates, 'CA')).toBe(CANADA);
  expect(rateOf(rates, 'SG')).toBe(ABROAD);
  expect(rateOf(rates, 'US')).toBeNull();
  expect(rateOf([HOME, CANADA], 'SG')).toBeNull();
});

test('envelopes that need the same stamp are one line, home first', () => {
  const { lines, totalCents } = postageFor(
    [
      envelopes({ country: 'SG', pieces: 2 }),
      envelopes({ country: 'GB', pieces: 3 }),
      envelopes({ pieces: 10 }),
      envelopes({ ounces: 2 }),
      envelopes({ isGift: true, pieces: 4 }),
      envelopes({ isUneven: true }),
      envelopes({ country: 'CA', isGift: true }),
    ],
    [HOME, CANADA, ABROAD],
  );
  expect(lines).toEqual([
    { zone: 'United States', ounces: 1, isNonmachinable: false, cents: 82, pieces: 10 },
    { zone: 'United States', ounces: 1, isNonmachinable: true, cents: 131, pieces: 5 },
    { zone: 'United States', ounces: 2, isNonmachinable: false, cents: 111, pieces: 1 },
    { zone: 'Canada', ounces: 1, isNonmachinable: false, cents: 165, pieces: 1 },
    { zone: 'Everywhere else', ounces: 1, isNonmachinable: false, cents: 175, pieces: 5 },
  ]);
  expect(totalCents).toBe(10 * 82 + 5 * 131 + 111 + 165 + 5 * 175);
});

test('what no rate covers is weighed at the counter and not in the total: too heavy, unsaid weights, unnamed countries', () => {
  const { lines, totalCents } = postageFor(
    [envelopes({ ounces: 4 }), envelopes({ country: 'SG', ounces: 2 }), envelopes({ country: 'NO' })],
    [HOME, { ...CANADA, countries: ['SG'], zone: 'Singapore' }],
  );
  expect(lines).toEqual([
    { zone: 'United States', ounces: 4, isNonmachinable: false, cents: null, pieces: 1 },
    { zone: 'Singapore', ounces: 2, isNonmachinable: false, cents: null, pieces: 1 },
    { zone: null, ounces: 1, isNonmachinable: false, cents: null, pieces: 1 },
  ]);
  expect(totalCents).toBe(0);
});
