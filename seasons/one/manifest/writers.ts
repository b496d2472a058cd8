import type { Writer } from '../../season.ts';

/** What each hand never uses stands with its bible in `docs/story.md`. */
export const WRITERS = {
  odile: { name: 'Odile Farrow', stationery: 'odile', never: ['!', '—', 'I feel', 'darling', 'God'] },
  pike: { name: 'Wendell Pike', stationery: 'pike', never: [';', '—', 'murderer', 'killed her'] },
  thorne: { name: 'Dr. Augustus Thorne', stationery: 'thorne', never: [';', '—', 'I think', 'I feel'] },
  vane: { name: 'Mrs. Leonora Vane', stationery: 'vane', never: ['n’t', ' dead ', 'I want', '$'] },
  roche: { name: 'Father Emil Roche', stationery: 'roche', never: ['murder', '—', '!'] },
  calloway: {
    name: 'Constable Ruth Calloway',
    stationery: 'calloway',
    never: [';', 'alleged', 'sincerely', 'feminine'],
  },
  josiah: { name: 'Josiah Vane', stationery: 'josiah', never: ['poor me', 'alas', '!'] },
} as const satisfies Readonly<Record<string, Writer>>;
