import { COUNTRIES, country as countryOf, type CountryCode } from '../../src/domain/countries.ts';
import type { NumberedPiece } from '../../src/server/fulfilment/pieces/pieces.ts';
import type { Run } from '../../src/server/fulfilment/runs/runs.ts';
import { HARBOR_ADDRESS } from './addresses.ts';

type PrintedAddress = NumberedPiece['address'];

/** Names in every script that we print, the shortest, and the longest that a field takes. */
export const NAMES = [
  'Łucja Żółć-Święcicka',
  'Nguyễn Thị Hồng Ánh',
  'Ξένια Παπαδοπούλου',
  'Фёдор Михайлович Достоевский',
  '王小明 （ワン・シャオミン）',
  'Ng',
  'Jean-Baptiste Maximilien de la Rochefoucauld-Liancourt von und zu Hohenstaufen',
] as const;

const LONGEST = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).slice(0, 100);

export const PRINTED_RUN: Run = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'friday',
  nominalOn: '2026-11-27',
  handOverOn: '2026-11-27',
  freezesAt: new Date('2026-11-25T05:00:00Z'),
  state: 'printed',
  reopenedAt: null,
  plan: null,
  plannedAt: null,
  frozenAt: null,
  printedAt: null,
  handedOverAt: null,
  finalCounts: null,
  createdAt: new Date('2026-11-20T12:00:00Z'),
};

/** One piece for each name, one for each country, and one whose every line is as long as a field takes. */
export function printedAddresses(): PrintedAddress[] {
  const abroad = (Object.keys(COUNTRIES) as CountryCode[]).map((country) => ({
    ...HARBOR_ADDRESS,
    addressLine2: 'Flat 2',
    city: countryOf(country).onlyTown ?? 'Exampleton',
    stateProvince: countryOf(country).stateLabel === null ? '' : 'Region',
    postalCode: countryOf(country).postalCode.example,
    country,
    countryName: country === 'OTHER' ? 'Iceland' : null,
  }));
  const longest = { fullName: LONGEST, addressLine1: LONGEST, addressLine2: LONGEST, city: LONGEST };
  return [
    HARBOR_ADDRESS,
    ...NAMES.map((fullName) => ({ ...HARBOR_ADDRESS, fullName })),
    ...abroad,
    { ...HARBOR_ADDRESS, ...longest, stateProvince: LONGEST, country: 'OTHER', countryName: LONGEST },
  ];
}

/** Pieces of letter 4 with these addresses, numbered from 1. */
export async function* printedPieces(
  addresses: readonly PrintedAddress[] = printedAddresses(),
): AsyncGenerator<NumberedPiece> {
  for (const [index, address] of addresses.entries()) {
    yield {
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      subscriptionId: '00000000-0000-4000-8000-000000000002',
      runId: PRINTED_RUN.id,
      letter: 4,
      attempt: 1,
      state: 'frozen',
      number: index + 1,
      nominalOn: PRINTED_RUN.nominalOn,
      handedOverOn: null,
      arrivesFrom: null,
      arrivesBy: null,
      confirmedAt: null,
      address,
      country: address.country,
      routing: null,
      reason: null,
      card: null,
      cards: null,
      createdAt: PRINTED_RUN.createdAt,
      updatedAt: PRINTED_RUN.createdAt,
    };
  }
}
