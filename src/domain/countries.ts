import { ADDRESS_FORMATS } from './address-formats.ts';
import { cleanCode } from './typed-text.ts';

export interface PostalCodeFormat {
  readonly label: string;
  readonly example: string;
  readonly pattern: RegExp;
  readonly hint?: string;
  /**
   * The last group's length and the separator before it, as in Canada's 'K1A 0B1'. `of`: only for codes with that many
   * characters.
   */
  readonly lastGroup?: { readonly length: number; readonly separator: ' ' | '-'; readonly of?: number };
  /** Prefixes that other countries write before the code: 'D' in 'D-10117'. */
  readonly abroad?: readonly string[];
}

export interface Country {
  readonly name: string;
  /** The lines below the name: %A street, %C town, %S region, %Z postal code. */
  readonly lines: readonly string[];
  /** Null if addresses need no town, since the whole country is one town (`onlyTown`). */
  readonly townLabel: string | null;
  readonly onlyTown?: string;
  /** Null if addresses need no region. */
  readonly stateLabel: string | null;
  readonly stateOptional?: true;
  readonly postalCode: PostalCodeFormat;
}

type ListedCode = keyof typeof ADDRESS_FORMATS;

const TOWN_LABELS = { city: 'City', town: 'Town', suburb: 'Suburb' } as const;
const REGION_LABELS = { state: 'State', province: 'Province', county: 'County', prefecture: 'Prefecture' } as const;
const POSTAL_LABELS = { zip: 'ZIP code', postal: 'Postal code', eircode: 'Eircode' } as const;

/** Facts that Google's metadata lacks or has less exactly. */
interface Own extends Partial<Omit<Country, 'postalCode'>> {
  readonly name: string;
  readonly postalCode: Partial<PostalCodeFormat> & { readonly example: string };
}

function listed(code: ListedCode, { postalCode, ...own }: Own): Country {
  const format = ADDRESS_FORMATS[code];
  return {
    lines: format.lines,
    townLabel: format.town === null ? null : TOWN_LABELS[format.town],
    stateLabel: format.region === null ? null : REGION_LABELS[format.region],
    ...own,
    postalCode: {
      label: POSTAL_LABELS[format.postalCode.name],
      pattern: new RegExp(format.postalCode.pattern),
      ...postalCode,
    },
  };
}

const FOUR_DIGITS_NO_LEADING_ZERO = /^[1-9]\d{3}$/;

/** Every address needs a postal code, so this text is stored for addresses without one. */
export const NO_POSTAL_CODE = 'none';

export const COUNTRIES = {
  US: listed('US', {
    name: 'United States',
    postalCode: { example: '04579', lastGroup: { length: 4, separator: '-', of: 9 } },
  }),
  CA: listed('CA', {
    name: 'Canada',
    // Canada Post's addressing guidelines require two spaces before the code.
    lines: ['%A', '%C %S  %Z'],
    postalCode: { example: 'B3J 3K5', lastGroup: { length: 3, separator: ' ' } },
  }),
  GB: listed('GB', {
    name: 'United Kingdom',
    postalCode: { label: 'Postcode', example: 'SW1A 1AA', lastGroup: { length: 3, separator: ' ' } },
  }),
  AU: listed('AU', {
    name: 'Australia',
    stateLabel: 'State or territory',
    postalCode: { label: 'Postcode', example: '7000' },
  }),
  NZ: listed('NZ', { name: 'New Zealand', postalCode: { label: 'Postcode', example: '6011' } }),
  IE: listed('IE', {
    name: 'Ireland',
    postalCode: {
      example: 'D02 AF30',
      pattern: /^([AC-FHKNPRTV-Y]\d{2}|D6W) [\dAC-FHKNPRTV-Y]{4}$/,
      lastGroup: { length: 4, separator: ' ' },
    },
  }),
  DE: listed('DE', { name: 'Germany', postalCode: { example: '10117', abroad: ['D', 'DE'] } }),
  FR: listed('FR', { name: 'France', postalCode: { example: '75001', pattern: /^\d{5}$/, abroad: ['F', 'FR'] } }),
  NL: listed('NL', {
    name: 'Netherlands',
    postalCode: { example: '1012 JS', abroad: ['NL'], lastGroup: { length: 2, separator: ' ' } },
  }),
  BE: listed('BE', {
    name: 'Belgium',
    postalCode: { example: '1000', abroad: ['B', 'BE'], pattern: FOUR_DIGITS_NO_LEADING_ZERO },
  }),
  IT: listed('IT', { name: 'Italy', postalCode: { example: '00187', abroad: ['I', 'IT'] } }),
  ES: listed('ES', {
    name: 'Spain',
    postalCode: { example: '28013', abroad: ['E', 'ES'], pattern: /^(0[1-9]|[1-4]\d|5[0-2])\d{3}$/ },
  }),
  SE: listed('SE', {
    name: 'Sweden',
    postalCode: {
      example: '111 52',
      abroad: ['S', 'SE'],
      pattern: /^[1-9]\d{2} \d{2}$/,
      lastGroup: { length: 2, separator: ' ' },
    },
  }),
  NO: listed('NO', { name: 'Norway', postalCode: { example: '0150', abroad: ['N', 'NO'] } }),
  DK: listed('DK', { name: 'Denmark', postalCode: { example: '1050', abroad: ['DK'] } }),
  AT: listed('AT', {
    name: 'Austria',
    postalCode: { example: '1010', abroad: ['A', 'AT'], pattern: FOUR_DIGITS_NO_LEADING_ZERO },
  }),
  CH: listed('CH', {
    name: 'Switzerland',
    postalCode: { example: '3011', abroad: ['CH'], pattern: FOUR_DIGITS_NO_LEADING_ZERO },
  }),
  PT: listed('PT', {
    name: 'Portugal',
    postalCode: {
      example: '1100-148',
      abroad: ['P', 'PT'],
      pattern: /^[1-9]\d{3}-\d{3}$/,
      lastGroup: { length: 3, separator: '-' },
    },
  }),
  FI: listed('FI', { name: 'Finland', postalCode: { example: '00100', abroad: ['FI', 'FIN'] } }),
  JP: listed('JP', {
    name: 'Japan',
    // Google puts the town on the street's line. A line of its own is easier to read in the United States.
    lines: ['%A', '%C, %S', '%Z'],
    townLabel: 'City',
    postalCode: {
      example: '100-0001',
      // Japan's postal mark, which the label fonts lack.
      abroad: ['\u3012'],
      pattern: /^\d{3}-\d{4}$/,
      lastGroup: { length: 4, separator: '-' },
    },
  }),
  SG: listed('SG', {
    name: 'Singapore',
    onlyTown: 'Singapore',
    postalCode: { example: '018956', abroad: ['S', 'SG', 'SINGAPORE'] },
  }),
  OTHER: {
    name: 'Another country',
    lines: ['%A', '%C %S %Z'],
    townLabel: 'City',
    stateLabel: 'Region',
    stateOptional: true,
    postalCode: {
      label: 'Postal code',
      example: NO_POSTAL_CODE,
      pattern: /\S/,
      hint: `If the country has no postal codes, enter “${NO_POSTAL_CODE}”.`,
    },
  },
} as const satisfies Record<ListedCode | 'OTHER', Country>;
export type CountryCode = keyof typeof COUNTRIES;

/** The order of every list of countries except the gift form's (rules/checkout 10). */
export const SHIPPING_COUNTRIES = Object.keys(COUNTRIES) as CountryCode[];

const GIFT_COUNTRY_COUNT = 4;

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
  const capitals = withoutPrefix(cleanCode(typed).toUpperCase().normalize('NFC'), abroad);
  if (code === 'OTHER') return capitals;
  const bare = capitals.replaceAll(/[ -]/g, '');
  if (code === 'GB' && FORCES.test(bare)) return bare.replace(FORCES, 'BFPO $1');
  if (lastGroup === undefined) return /^\d+$/.test(bare) ? bare : capitals;
  const cut = bare.length - lastGroup.length;
  const isGrouped = cut > 0 && (lastGroup.of ?? bare.length) === bare.length;
  return isGrouped ? `${bare.slice(0, cut)}${lastGroup.separator}${bare.slice(cut)}` : capitals;
}

const FORCES = /^BFPO(\d{1,4})$/;

function withoutPrefix(capitals: string, prefixes: readonly string[]): string {
  const [, prefix = '', rest = ''] = /^([^ \d-]+)[ -]*(\d.*)$/u.exec(capitals) ?? [];
  return prefixes.includes(prefix) ? rest : capitals;
}
