import type { Address } from './address.ts';
import { routingOf } from './postal-barcode.ts';

export const VERDICTS = ['deliverable', 'unit_missing', 'unit_unconfirmed', 'undeliverable'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** An address as the postal address file has it: in capitals, with abbreviations. */
export interface BookAddress {
  readonly addressLine1: string;
  readonly addressLine2: string;
  readonly city: string;
  readonly stateProvince: string;
  /** Five digits, or nine digits with a hyphen. */
  readonly postalCode: string;
}

/** The key of one version of an address, without the name. address-key.sql.ts says the same in SQL. */
export function addressKey(address: Pick<Address, keyof BookAddress> & { readonly country: string }): string {
  const { addressLine1, addressLine2, city, stateProvince, postalCode, country } = address;
  return [addressLine1, addressLine2 ?? '', city, stateProvince, postalCode, country].join('\n');
}

/** Null if the post's address differs only in spelling. */
export function suggestionFor(typed: Address, book: BookAddress): Address | null {
  if (plain(typed) === plain(book)) return null;
  return {
    ...typed,
    addressLine1: asTyped(book.addressLine1, typed.addressLine1),
    addressLine2: asTyped(book.addressLine2, typed.addressLine2 ?? '') || null,
    city: asTyped(book.city, typed.city),
    stateProvince: book.stateProvince,
    postalCode: book.postalCode.slice(0, 5) === typed.postalCode.slice(0, 5) ? typed.postalCode : book.postalCode,
  };
}

/**
 * The barcode digits that lead to an address as typed (rules/fulfilment 64).
 * @returns ZIP+4, with the delivery point if it is known; null if the post's digits contradict the address
 */
export function confirmedRouting(
  typed: Address,
  { verdict, book, deliveryPoint }: { verdict: Verdict; book: BookAddress; deliveryPoint: string | null },
): string | null {
  const isTyped = suggestionFor(typed, book) === null && book.postalCode.startsWith(typed.postalCode);
  const routing = routingOf(book.postalCode, deliveryPoint);
  return verdict === 'deliverable' && isTyped && routing.length > 5 ? routing : null;
}

function plain({
  addressLine1,
  addressLine2,
  city,
  stateProvince,
  postalCode,
}: Omit<BookAddress, 'addressLine2'> & { readonly addressLine2: string | null }): string {
  const lines = [`${addressLine1} ${addressLine2 ?? ''}`, city, stateProvince].map((line) => words(line).join(' '));
  return [...lines, postalCode.slice(0, 5)].join('\n');
}

function words(line: string): readonly string[] {
  const written = line
    .toUpperCase()
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}\s]/gu, '');
  return written
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ABBREVIATIONS[word] ?? word);
}

function asTyped(line: string, typed: string): string {
  if (words(line).join(' ') === words(typed).join(' ')) return typed;
  return line.replaceAll(/\p{L}+/gu, (word, at: number) =>
    DIRECTIONS.has(word) || /\d/.test(line[at - 1] ?? '') ? word : word.charAt(0) + word.slice(1).toLowerCase(),
  );
}

const DIRECTIONS: ReadonlySet<string> = new Set(['N', 'S', 'E', 'W', 'NE', 'NW', 'SE', 'SW', 'PO']);

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  ALLEY: 'ALY',
  APARTMENT: 'APT',
  AVENUE: 'AVE',
  BOULEVARD: 'BLVD',
  BUILDING: 'BLDG',
  CIRCLE: 'CIR',
  COURT: 'CT',
  CROSSING: 'XING',
  DRIVE: 'DR',
  EAST: 'E',
  EXPRESSWAY: 'EXPY',
  FLOOR: 'FL',
  FORT: 'FT',
  HEIGHTS: 'HTS',
  HIGHWAY: 'HWY',
  JUNCTION: 'JCT',
  LANE: 'LN',
  MOUNT: 'MT',
  NORTH: 'N',
  NORTHEAST: 'NE',
  NORTHWEST: 'NW',
  PARKWAY: 'PKWY',
  PLACE: 'PL',
  PLAZA: 'PLZ',
  POINT: 'PT',
  ROAD: 'RD',
  ROOM: 'RM',
  ROUTE: 'RTE',
  SAINT: 'ST',
  SOUTH: 'S',
  SOUTHEAST: 'SE',
  SOUTHWEST: 'SW',
  SQUARE: 'SQ',
  STREET: 'ST',
  SUITE: 'STE',
  TERRACE: 'TER',
  TRAIL: 'TRL',
  TURNPIKE: 'TPKE',
  UNIT: 'UNIT',
  WEST: 'W',
};
