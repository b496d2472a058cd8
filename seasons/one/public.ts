import type { Season } from '../../src/domain/season.ts';

/** All that a visitor may know of this season before it comes. */
export const publicFacts: Season = {
  id: 'season-1',
  name: 'Season 1',
  title: 'Season One',
  story: 'The Postmistress of Wick Harbor',
  setting: 'Wick Harbor, Maine, autumn 1957',
  description:
    'On the night of the equinox gale, Odile Farrow was found at her sorting desk, dead, with a cancelled stamp on her ' +
    'tongue. For thirty-one years she had kept back the letters nobody should have received. Now someone is ' +
    'delivering them. To you.',
  available: true,
  teaser:
    'Season One: a postmistress, a cancelled stamp, and twenty-four letters that were never delivered. Until you.',
  summaries: [
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
  ],
  firstPages: [
    {
      letter: 1,
      described:
        'A typewritten page on post office paper with a lighthouse in its head. It is dated Wick Harbor, September 23rd, and it is meant for nobody else.',
      readable: true,
    },
    {
      letter: 2,
      described:
        'A ruled sheet torn from a pad, with a red margin line, closely filled in pencil by a young and careful hand. It is dated Wick Harbor, Tuesday, September 24, 1957.',
      readable: false,
    },
    {
      letter: 3,
      described:
        'The letterhead of a county coroner, with a pine tree in a red seal, above short paragraphs in a thin and even type. It is dated Wick Harbor, September 25, 1957.',
      readable: false,
    },
  ],
};
