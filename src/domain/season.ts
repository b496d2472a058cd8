/** rules/subscriptions 5. */
export const LETTERS_PER_SEASON = 24;
export const MONTHS_PER_SEASON = 12;
export const LETTERS_PER_MONTH = 2;

/** rules/pages 9. */
export const RECOMMENDED_AGE = 14;
export const MINIMUM_AGE = 13;

export interface Season {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly story: string;
  readonly setting: string;
  readonly description: string;
  readonly letters: number;
  readonly months: number;
  /** Others are only announced (rules/checkout 6). */
  readonly available: boolean;
}

const FULL_SEASON = { letters: LETTERS_PER_SEASON, months: MONTHS_PER_SEASON } as const;

export const SEASONS = [
  {
    id: 'season-1',
    name: 'Season 1',
    title: 'Season One',
    story: 'The Postmistress of Wick Harbor',
    setting: 'Wick Harbor, Maine, autumn 1957',
    description:
      'On the night of the equinox gale, Odile Farrow was found at her sorting desk, dead, with a cancelled stamp on her ' +
      'tongue. For thirty-one years she had kept back the letters nobody should have received. Now someone is ' +
      'delivering them. To you.',
    ...FULL_SEASON,
    available: true,
  },
  {
    id: 'season-2',
    name: 'Season 2',
    title: 'Season Two',
    story: 'The Night Ferry to Ansgar',
    setting: 'The Skagerrak, midwinter 1931',
    description:
      'Forty-one passengers boarded. Forty-two signed the captain’s book in the morning, the last of them in a hand ' +
      'that had been buried in Bergen the week before. We are still steaming open the envelopes.',
    ...FULL_SEASON,
    available: false,
  },
  {
    id: 'season-3',
    name: 'Season 3',
    title: 'Season Three',
    story: 'A Quiet House in Coldwater Lane',
    setting: 'Bath, England, spring 1896',
    description:
      'Five sisters, one inheritance, and a housekeeper who writes to each of them on the first of the month to say that ' +
      'the other four are well. The ink is not yet dry; in one case it is not ink.',
    ...FULL_SEASON,
    available: false,
  },
] as const satisfies readonly Season[];

export type SeasonId = (typeof SEASONS)[number]['id'];

export function findSeason(id: string): Season | null {
  return SEASONS.find((season) => season.id === id) ?? null;
}

export function findAvailableSeason(id: string): Season | null {
  const season = findSeason(id);
  return season?.available === true ? season : null;
}

/** 'Season One' of the catalogue's 'Season 1' (rules/pages 21). */
export function seasonInProse(name: string): string {
  return SEASONS.find((season) => season.name === name)?.title ?? name;
}

export interface LetterSummary {
  readonly number: number;
  readonly title: string;
  readonly description: string;
}

/** rules/pages 7. */
export const LETTER_SUMMARIES = [
  {
    number: 1,
    title: 'If You Are Reading This',
    description:
      'Odile Farrow writes to you, by name, from a desk she will be found dead at before the ink dries. She asks you ' +
      'to read slowly, to keep the envelopes, and not to write back.',
  },
  {
    number: 2,
    title: 'The Apprentice’s Inventory',
    description:
      'Wendell Pike, nineteen, lists everything on the sorting desk that night: scales, twine, the date stamp set to the ' +
      'wrong day. He lists it twice. The lists differ by one key.',
  },
  {
    number: 3,
    title: 'Findings, Informal',
    description:
      'Dr. Augustus Thorne, physician and coroner, explains to a colleague why a failing heart needs no second opinion. ' +
      'He does not explain the stamp. He has drawn it, though, in the margin, from memory.',
  },
  {
    number: 4,
    title: 'With Regret, Mrs. Vane',
    description:
      'The widow of the cannery owner declines an invitation to a funeral nobody has announced yet. The postmark is two ' +
      'days early. The regret is about something else.',
  },
  {
    number: 5,
    title: 'What Was Not Confessed',
    description:
      'Father Emil Roche may not say what he heard, so he writes down what he did not. Constable Ruth Calloway has ' +
      'underlined four of the silences in pencil.',
  },
  {
    number: 24,
    title: 'Return to Sender',
    description:
      'The last of the dead letters, held back since 1926. Everything you need has already come through your door. ' +
      'Bring the first envelope.',
  },
] as const satisfies readonly LetterSummary[];
