import type { FrozenAddress } from '../../../src/server/customers/schema.ts';
import type { SeededRandom } from '../seeded-random.ts';

const FIRST_NAMES =
  'Ada Agnes Alice Amos Ann Arthur Beatrix Bruno Carla Cecil Clara Dorothea Edgar Edith Elena Elsa Emil Esther Felix Fern George Grace Greta Hannah Harold Hazel Henry Ida Iris Ivan Jane Jasper Joan Josiah Julia Karl Laura Leo Leonora Lillian Lionel Lucas Mabel Maeve Magnus Margot Marta Miles Miriam Nadia Nora Olive Oscar Otto Pearl Peter Quentin Rosa Ruth Samuel Selma Silas Stella Theo Thea Ursula Vera Victor Walter Wanda Winifred'.split(
    ' ',
  );
const LAST_NAMES =
  'Adler Ames Baker Barrow Bell Brandt Calloway Carver Castillo Chen Cole Crane Dalton Decker Duarte Ellis Fairfax Finch Flores Frost Garcia Graves Hale Harlow Hayes Holt Huang Ibsen Jensen Kane Keller Kim Lang Larkin Lind Lowell Marsh Mercer Moreau Nash Novak Oakes Olsen Parrish Patel Pike Quill Ramos Reed Roche Rowe Sato Shaw Silva Stone Sutter Tate Thorne Underhill Vale Vane Voss Walsh Ward Weiss Whitlock Wilder Winslow Yates Young'.split(
    ' ',
  );
const STREETS =
  'Maple Street|Oak Avenue|Harbor Road|Cannery Street|Elm Street|Church Street|Mill Lane|Orchard Drive|River Road|High Street|Lake View|Prospect Avenue'.split(
    '|',
  );

/** Town, state, postal code, country; the first ones are the likeliest. */
const TOWNS: readonly (readonly [string, string, string, string])[] = [
  ['Brooklyn', 'NY', '11215', 'US'],
  ['Chicago', 'IL', '60614', 'US'],
  ['Portland', 'OR', '97214', 'US'],
  ['Austin', 'TX', '78704', 'US'],
  ['Seattle', 'WA', '98103', 'US'],
  ['Denver', 'CO', '80206', 'US'],
  ['Portland', 'ME', '04101', 'US'],
  ['Los Angeles', 'CA', '90026', 'US'],
  ['Atlanta', 'GA', '30307', 'US'],
  ['Minneapolis', 'MN', '55408', 'US'],
  ['Nashville', 'TN', '37206', 'US'],
  ['Philadelphia', 'PA', '19147', 'US'],
  ['Columbus', 'OH', '43215', 'US'],
  ['Madison', 'WI', '53703', 'US'],
  ['Toronto', 'ON', 'M4C 1B5', 'CA'],
  ['Vancouver', 'BC', 'V5K 0A1', 'CA'],
  ['London', '', 'SW1A 2AA', 'GB'],
  ['Melbourne', 'VIC', '3000', 'AU'],
];

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly address: FrozenAddress;
}

export function person(random: SeededRandom, number: number): Person {
  const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
  // Squared, so that the first towns have most people.
  const town = TOWNS[Math.floor(random.roll() ** 2 * TOWNS.length)] ?? TOWNS[0]!;
  const [city, stateProvince, postalCode, country] = town;
  const name = `${first} ${last}`;
  return {
    name,
    email: `${first}.${last}.${number}@example.com`.toLowerCase(),
    address: {
      fullName: name,
      addressLine1: `${1 + Math.floor(random.roll() * 900)} ${random.pick(STREETS)}`,
      addressLine2: random.chance(20) ? `Apt ${1 + Math.floor(random.roll() * 40)}` : null,
      city,
      stateProvince,
      postalCode,
      country,
      countryName: null,
    },
  };
}
