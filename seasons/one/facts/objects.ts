import type { StoryObject } from '../../season.ts';

/** What is handed on, and who had it when. */
export const OBJECTS = [
  {
    id: 'dead-letter',
    what: 'Josiah Vane’s letter to the county attorney',
    held: [
      { by: 'josiah', from: '1926-10-20T12:00', until: '1926-10-20T16:25' },
      { by: 'odile', from: '1926-10-20T16:25', until: '1957-09-23T21:50' },
      { by: 'pike', from: '1957-09-25' },
    ],
  },
  {
    id: 'pay-list',
    what: 'Pay list of the Second Table',
    held: [
      { by: 'josiah', from: '1926-10-02', until: '1926-10-04' },
      { by: 'thorne', from: '1926-10-05', until: '1926-10-24' },
      { by: 'odile', from: '1926-10-25', until: '1957-09-23T21:50' },
      { by: 'pike', from: '1957-09-25' },
    ],
  },
  {
    id: 'drawer-key',
    what: 'The small key, in the box with the sponge',
    held: [
      { by: 'odile', from: '1926-10-18', until: '1957-09-23T21:50' },
      { by: 'pike', from: '1957-09-24T00:30' },
    ],
  },
  {
    id: 'regrets',
    what: 'Mrs. Vane’s regrets with their envelope and the fifth stamp of her row',
    held: [
      { by: 'vane', from: '1957-09-19', until: '1957-09-23T21:40' },
      { by: 'pike', from: '1957-09-24T00:15' },
    ],
  },
  {
    id: 'tongue-stamp',
    what: 'The sixth stamp of the row',
    held: [
      { by: 'vane', from: '1957-07-13', until: '1957-09-23T20:50' },
      { by: 'odile', from: '1957-09-23T20:55', until: '1957-09-24T02:50' },
      { by: 'thorne', from: '1957-09-24T02:50', until: '1957-11-11' },
      { by: 'calloway', from: '1957-11-12' },
    ],
  },
  {
    id: 'first-envelope',
    what: 'The envelope of letter 1, with the seventh stamp of the row',
    held: [
      { by: 'odile', from: '1957-09-23T20:30', until: '1957-09-23T21:50' },
      { by: 'pike', from: '1957-09-25', until: '1957-10-04' },
    ],
  },
  {
    id: 'strip',
    what: 'The eighth to tenth stamp of the row, joined',
    held: [
      { by: 'vane', from: '1957-07-13', until: '1957-10-23' },
      { by: 'pike', from: '1957-10-24' },
    ],
  },
  {
    id: 'gloves',
    what: 'Gray gloves, the right one stained',
    held: [
      { by: 'vane', from: '1957-09-01', until: '1957-09-21T18:30' },
      { by: 'roche', from: '1957-09-21T19:00', until: '1957-10-15' },
      { by: 'calloway', from: '1957-10-16' },
    ],
  },
  {
    id: 'photograph',
    what: 'The picnic of Labor Day 1926',
    held: [
      { by: 'vane', from: '1926-09-06', until: '1957-11-05' },
      { by: 'thorne', from: '1957-11-06' },
    ],
  },
] as const satisfies readonly StoryObject[];
