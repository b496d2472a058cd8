import type { Season } from '../../src/domain/season.ts';

/** All that a visitor may know of this season before it comes. */
export const publicFacts: Season = {
  id: 'season-2',
  name: 'Season 2',
  title: 'Season Two',
  story: 'The Night Ferry to Ansgar',
  setting: 'The Skagerrak, midwinter 1931',
  description:
    'Forty-one passengers boarded. Forty-two signed the captain’s book in the morning, the last of them in a hand ' +
    'that had been buried in Bergen the week before. We are still steaming open the envelopes.',
  available: false,
  teaser: '',
  summaries: [],
  firstPages: [],
};
