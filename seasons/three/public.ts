import type { Season } from '../../src/domain/season.ts';

/** All that a visitor may know of this season before it comes. */
export const publicFacts: Season = {
  id: 'season-3',
  name: 'Season 3',
  title: 'Season Three',
  story: 'A Quiet House in Coldwater Lane',
  setting: 'Bath, England, spring 1896',
  description:
    'Five sisters, one inheritance, and a housekeeper who writes to each of them on the first of the month to say that ' +
    'the other four are well. The ink is not yet dry; in one case it is not ink.',
  available: false,
  teaser: '',
  summaries: [],
  firstPages: [],
};
