import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { HARBOR_ADDRESS } from '../../test/builders/addresses.ts';
import { deliveryWindowOf, TRANSIT_IN_WORDS } from './transit.ts';

const CANADA = { ...HARBOR_ADDRESS, country: 'CA' };
const ELSEWHERE = { ...HARBOR_ADDRESS, country: 'OTHER' };

describe('arrival', () => {
  test('in the United States takes 2-5 days, first letter or not', () => {
    expect(deliveryWindowOf(1, HARBOR_ADDRESS, '2026-11-27')).toEqual({ earliest: '2026-11-29', latest: '2026-12-02' });
    expect(deliveryWindowOf(7, HARBOR_ADDRESS, '2026-11-27')).toEqual({ earliest: '2026-11-29', latest: '2026-12-02' });
  });

  test('elsewhere takes 2-4 weeks for the first letter and up to 6 for the rest', () => {
    expect(deliveryWindowOf(1, CANADA, '2026-11-01')).toEqual({ earliest: '2026-11-15', latest: '2026-11-29' });
    expect(deliveryWindowOf(2, ELSEWHERE, '2026-11-01')).toEqual({ earliest: '2026-11-15', latest: '2026-12-13' });
  });

  test.each([
    ['APO, FPO and DPO in Europe', { stateProvince: 'Armed Forces Europe', postalCode: '09012' }],
    ['APO, FPO and DPO in the Americas', { stateProvince: 'Armed Forces', postalCode: '34002-1234' }],
    ['APO, FPO and DPO in the Pacific', { stateProvince: 'Armed Forces', postalCode: '96278' }],
    ['APO, FPO and DPO in the Pacific, last codes', { stateProvince: 'Armed Forces', postalCode: '96698' }],
    ['Guam', { stateProvince: 'Guam', postalCode: '96910' }],
    ['American Samoa', { stateProvince: 'American Samoa', postalCode: '96799' }],
    ['the Northern Marianas', { stateProvince: 'Northern Marianas', postalCode: '96950' }],
    ['the Marshall Islands', { stateProvince: 'Marshall Islands', postalCode: '96960' }],
    ['Palau', { stateProvince: 'Palau', postalCode: '96940' }],
    ['Micronesia', { stateProvince: 'Micronesia', postalCode: '96941' }],
    ...['AA', 'AE', 'AP', 'AS', 'FM', 'GU', 'MH', 'MP', 'PW', 'ae'].map(
      (state) => [state, { stateProvince: state }] as const,
    ),
  ] as const)('at %s takes as long as abroad', (_place, changes) => {
    const far = { ...HARBOR_ADDRESS, ...changes };
    expect(deliveryWindowOf(1, far, '2026-11-01')).toEqual(deliveryWindowOf(1, CANADA, '2026-11-01'));
    expect(deliveryWindowOf(2, far, '2026-11-01')).toEqual(deliveryWindowOf(2, CANADA, '2026-11-01'));
  });

  test.each([
    ['Hawaii', { stateProvince: 'HI', postalCode: '96701' }],
    ['Honolulu', { stateProvince: 'HI', postalCode: '96813' }],
    ['Alaska', { stateProvince: 'AK', postalCode: '99501' }],
    ['Puerto Rico', { stateProvince: 'PR', postalCode: '00901' }],
    ['Naples, Florida', { stateProvince: 'FL', postalCode: '34101' }],
    ['Washington', { stateProvince: 'WA', postalCode: '98101' }],
  ])('at %s takes as long as at home', (_place, changes) => {
    const near = { ...HARBOR_ADDRESS, ...changes };
    expect(deliveryWindowOf(1, near, '2026-11-01')).toEqual(deliveryWindowOf(1, HARBOR_ADDRESS, '2026-11-01'));
  });

  test('of a letter whose hand-over is a window spans the whole of it', () => {
    const handOver = { earliest: '2026-11-24', latest: '2026-11-27' } as const;
    expect(deliveryWindowOf(1, HARBOR_ADDRESS, handOver)).toEqual({ earliest: '2026-11-26', latest: '2026-12-02' });
  });

  test('in a foreign postal code that looks like one of the military takes what its country takes', () => {
    const germany = { ...HARBOR_ADDRESS, country: 'DE', postalCode: '09111' };
    expect(deliveryWindowOf(1, germany, '2026-11-01')).toEqual(deliveryWindowOf(1, CANADA, '2026-11-01'));
  });
});

test('how long the post takes reads as people say it', () => {
  expect(TRANSIT_IN_WORDS).toMatchObject({
    domestic: '2-5 days',
    abroadFirst: '2-4 weeks',
    abroadLater: 'up to 6 weeks',
  });
});

test('no sentence outside the domain writes these numbers itself', () => {
  const sources = readdirSync('src', { encoding: 'utf8', recursive: true }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('domain/'),
  );
  expect(sources.length).toBeGreaterThan(500);
  const literal = /\b2-5 days|\b2-4 weeks|\b6 weeks|\bSave 15/;
  expect(sources.filter((file) => literal.test(readFileSync(`src/${file}`, 'utf8')))).toEqual([]);
});
