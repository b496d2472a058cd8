export interface PostalCodeFormat {
  readonly label: string;
  readonly example: string;
  readonly pattern: RegExp;
  readonly hint?: string;
  /** Canada's 'K1A 0B1'. `of`: only in codes of that many characters. */
  readonly lastGroup?: { readonly length: number; readonly separator: ' ' | '-'; readonly of?: number };
  /** Written before the first digit in other countries: 'D' of 'D-10117'. */
  readonly abroad?: readonly string[];
}

export interface Country {
  readonly name: string;
  readonly stateLabel: string;
  readonly postalCode: PostalCodeFormat;
}

const FIVE_DIGITS = /^\d{5}$/;
const FOUR_DIGITS = /^\d{4}$/;
const FOUR_DIGITS_NO_LEADING_ZERO = /^[1-9]\d{3}$/;

/** A postal code is required, so this stands for having none. */
export const NO_POSTAL_CODE = 'none';

export const COUNTRIES = {
  US: {
    name: 'United States',
    stateLabel: 'State',
    postalCode: {
      label: 'ZIP code',
      example: '04579',
      pattern: /^\d{5}(-\d{4})?$/,
      lastGroup: { length: 4, separator: '-', of: 9 },
    },
  },
  CA: {
    name: 'Canada',
    stateLabel: 'Province',
    postalCode: {
      label: 'Postal code',
      example: 'B3J 3K5',
      pattern: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d$/,
      lastGroup: { length: 3, separator: ' ' },
    },
  },
  GB: {
    name: 'United Kingdom',
    stateLabel: 'County',
    postalCode: {
      label: 'Postcode',
      example: 'SW1A 1AA',
      pattern: /^(GIR 0AA|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/,
      lastGroup: { length: 3, separator: ' ' },
    },
  },
  AU: {
    name: 'Australia',
    stateLabel: 'State or territory',
    postalCode: { label: 'Postcode', example: '7000', pattern: FOUR_DIGITS },
  },
  NZ: {
    name: 'New Zealand',
    stateLabel: 'Region',
    postalCode: { label: 'Postcode', example: '6011', pattern: FOUR_DIGITS },
  },
  IE: {
    name: 'Ireland',
    stateLabel: 'County',
    postalCode: {
      label: 'Eircode',
      example: 'D02 AF30',
      pattern: /^([AC-FHKNPRTV-Y]\d{2}|D6W) [\dAC-FHKNPRTV-Y]{4}$/,
      lastGroup: { length: 4, separator: ' ' },
    },
  },
  DE: {
    name: 'Germany',
    stateLabel: 'State',
    postalCode: { label: 'Postal code', example: '10117', abroad: ['D', 'DE'], pattern: FIVE_DIGITS },
  },
  FR: {
    name: 'France',
    stateLabel: 'Region',
    postalCode: { label: 'Postal code', example: '75001', abroad: ['F', 'FR'], pattern: FIVE_DIGITS },
  },
  NL: {
    name: 'Netherlands',
    stateLabel: 'Province',
    postalCode: {
      label: 'Postal code',
      example: '1012 JS',
      abroad: ['NL'],
      pattern: /^[1-9]\d{3} [A-Z]{2}$/,
      lastGroup: { length: 2, separator: ' ' },
    },
  },
  BE: {
    name: 'Belgium',
    stateLabel: 'Province',
    postalCode: { label: 'Postal code', example: '1000', abroad: ['B', 'BE'], pattern: FOUR_DIGITS_NO_LEADING_ZERO },
  },
  IT: {
    name: 'Italy',
    stateLabel: 'Province',
    postalCode: { label: 'Postal code', example: '00187', abroad: ['I', 'IT'], pattern: FIVE_DIGITS },
  },
  ES: {
    name: 'Spain',
    stateLabel: 'Province',
    postalCode: {
      label: 'Postal code',
      example: '28013',
      abroad: ['E', 'ES'],
      pattern: /^(0[1-9]|[1-4]\d|5[0-2])\d{3}$/,
    },
  },
  SE: {
    name: 'Sweden',
    stateLabel: 'County',
    postalCode: {
      label: 'Postal code',
      example: '111 52',
      abroad: ['S', 'SE'],
      pattern: /^[1-9]\d{2} \d{2}$/,
      lastGroup: { length: 2, separator: ' ' },
    },
  },
  NO: {
    name: 'Norway',
    stateLabel: 'County',
    postalCode: { label: 'Postal code', example: '0150', abroad: ['N', 'NO'], pattern: FOUR_DIGITS },
  },
  DK: {
    name: 'Denmark',
    stateLabel: 'Region',
    postalCode: { label: 'Postal code', example: '1050', abroad: ['DK'], pattern: FOUR_DIGITS },
  },
  AT: {
    name: 'Austria',
    stateLabel: 'State',
    postalCode: { label: 'Postal code', example: '1010', abroad: ['A', 'AT'], pattern: FOUR_DIGITS_NO_LEADING_ZERO },
  },
  CH: {
    name: 'Switzerland',
    stateLabel: 'Canton',
    postalCode: { label: 'Postal code', example: '3011', abroad: ['CH'], pattern: FOUR_DIGITS_NO_LEADING_ZERO },
  },
  PT: {
    name: 'Portugal',
    stateLabel: 'District',
    postalCode: {
      label: 'Postal code',
      example: '1100-148',
      abroad: ['P', 'PT'],
      pattern: /^[1-9]\d{3}-\d{3}$/,
      lastGroup: { length: 3, separator: '-' },
    },
  },
  FI: {
    name: 'Finland',
    stateLabel: 'Region',
    postalCode: { label: 'Postal code', example: '00100', abroad: ['FI', 'FIN'], pattern: FIVE_DIGITS },
  },
  JP: {
    name: 'Japan',
    stateLabel: 'Prefecture',
    postalCode: {
      label: 'Postal code',
      example: '100-0001',
      // The postal mark of Japan, which the label fonts lack.
      abroad: ['\u3012'],
      pattern: /^\d{3}-\d{4}$/,
      lastGroup: { length: 4, separator: '-' },
    },
  },
  SG: {
    name: 'Singapore',
    stateLabel: 'District',
    postalCode: { label: 'Postal code', example: '018956', pattern: /^\d{6}$/ },
  },
  OTHER: {
    name: 'Another country',
    stateLabel: 'State, province or region',
    postalCode: {
      label: 'Postal code',
      example: NO_POSTAL_CODE,
      pattern: /\S/,
      hint: `Where the post does without, write “${NO_POSTAL_CODE}”.`,
    },
  },
} as const satisfies Record<string, Country>;
export type CountryCode = keyof typeof COUNTRIES;

/** In the order of the shipping step's list (rules/checkout 10). */
export const SHIPPING_COUNTRIES = Object.keys(COUNTRIES) as CountryCode[];

const ACCOUNT_COUNTRY_COUNT = 15;
const GIFT_COUNTRY_COUNT = 4;

export const ACCOUNT_COUNTRIES: readonly CountryCode[] = SHIPPING_COUNTRIES.slice(0, ACCOUNT_COUNTRY_COUNT);
export const GIFT_COUNTRIES: readonly CountryCode[] = SHIPPING_COUNTRIES.slice(0, GIFT_COUNTRY_COUNT);

export function isCountryCode(value: string): value is CountryCode {
  return (SHIPPING_COUNTRIES as readonly string[]).includes(value);
}

export function country(code: CountryCode): Country {
  return COUNTRIES[code];
}

export function printedPostalCode(code: string, postalCode: string): string {
  return code === 'OTHER' && postalCode.trim().toLowerCase() === NO_POSTAL_CODE ? '' : postalCode;
}

export function normalisePostalCode(code: CountryCode, typed: string): string {
  const { lastGroup, abroad = [] } = country(code).postalCode;
  const capitals = withoutPrefix(typed.trim().replace(/\s+/g, ' ').toUpperCase(), abroad);
  if (lastGroup === undefined) return capitals;
  const bare = capitals.replace(/[\s\p{Pd}]/gu, '');
  const cut = bare.length - lastGroup.length;
  const isGrouped = cut > 0 && (lastGroup.of ?? bare.length) === bare.length;
  return isGrouped ? `${bare.slice(0, cut)}${lastGroup.separator}${bare.slice(cut)}` : capitals;
}

function withoutPrefix(capitals: string, prefixes: readonly string[]): string {
  const [, prefix = '', rest = ''] = /^([^\s\p{Pd}\d]+)[\s\p{Pd}]*(\d.*)$/u.exec(capitals) ?? [];
  return prefixes.includes(prefix) ? rest : capitals;
}
