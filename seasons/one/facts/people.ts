import type { Person, Place } from '../../season.ts';

/** The writers, and the characters of whom an age or a death is said. */
export const PEOPLE = [
  { id: 'odile', name: 'Odile Farrow', born: '1899-05-02', died: '1957-09-23T21:50', trade: 'postmistress' },
  { id: 'pike', name: 'Wendell Pike', born: '1938-03-03', trade: 'apprentice clerk' },
  { id: 'thorne', name: 'Augustus Thorne', born: '1898-06-30', trade: 'physician and coroner' },
  { id: 'vane', name: 'Leonora Vane', born: '1896-02-11', trade: 'cannery widow' },
  { id: 'roche', name: 'Emil Roche', born: '1897-08-16', trade: 'curate, from 1931 pastor, of Saint Brendan’s' },
  { id: 'calloway', name: 'Ruth Calloway', born: '1919-01-08', trade: 'constable' },
  { id: 'josiah', name: 'Josiah Vane', born: '1884-11-09', died: '1926-10-20T16:50', trade: 'owner of the cannery' },
  { id: 'hannah', name: 'Hannah Pike', born: '1892-04-01', died: '1926-10-08', trade: 'hand at the cannery' },
  { id: 'katie', name: 'Katie Dunn', born: '1910-05-11', died: '1926-10-07', trade: 'hand at the cannery' },
  { id: 'wall', name: 'George Wall', born: '1881-01-20', trade: 'hand at the cannery; later keeps a pig' },
  { id: 'lunt', name: 'Hobart Lunt', born: '1899-12-01', trade: 'county attorney' },
] as const satisfies readonly Person[];

export const PLACES = [
  { id: 'office', name: 'Post office', what: 'on Ferry Road; sorting desk, window, lobby, a door with a spring latch' },
  { id: 'slip', name: 'Slip', what: 'at the foot of Ferry Road, where the Nereid lies when there is water' },
  { id: 'hall', name: 'Town Hall', what: 'the constable’s room and a cell' },
  { id: 'church', name: 'Saint Brendan’s', what: 'church, bell, rectory, the south bed, the churchyard and its gate' },
  { id: 'prospect', name: 'Prospect House', what: 'Mrs. Vane’s, six minutes from the office by Cannery Lane' },
  { id: 'water-street', name: 'Water Street', what: 'Dr. Thorne’s house' },
  { id: 'light', name: 'The Light', what: 'on a rock, with a causeway that the tide covers' },
  { id: 'cove', name: 'Back Cove', what: 'where Wendell lives with his mother' },
  { id: 'harlow', name: 'Harlow', what: 'the county seat' },
] as const satisfies readonly Place[];
