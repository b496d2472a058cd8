import { edgesOf } from './row-of-ten.ts';
import { strike } from './ring.ts';

/** Envelopes and stamps that are enclosed, each from the ring's setting and its place in the row of ten. */

const light = (place: number, last = place) => ({
  issue: 'Wick Harbor Light, 3c, 1957',
  from: place,
  to: last,
  ...edgesOf(place, last),
});

export const firstEnvelope = {
  sender: ['From O. Farrow', 'Postmistress', 'Wick Harbor, Me.'],
  /** The subscriber's name is set here. */
  addressed: 'reader',
  stamp: light(7),
  strike: strike('1957-09-23T21:00'),
} as const;

export const regretsEnvelope = {
  sender: ['Prospect House'],
  addressed: ['The Reverend Father Roche', 'Saint Brendan’s Rectory', 'Wick Harbor'],
  stamp: light(5),
  strike: strike('1957-09-21T16:00', '1957-09-23T21:40'),
} as const;

/** As the doctor drew it: his pen stopped short of the left edge. */
export const marginStamp = {
  stamp: { ...light(6), left: null },
  strike: strike('1957-09-23T21:00'),
} as const;

export const tongueStamp = {
  stamp: light(6),
  strike: strike('1957-09-23T21:00'),
  gum: 'gone, and brown at the edge',
} as const;

export const stampStrip = { stamp: light(8, 10), strike: null } as const;

export const bulletinWrapper = {
  sender: ['Saint Brendan’s'],
  addressed: ['Brother Anselm', 'Saint Fiacre’s Abbey', 'Knowles County, Maine'],
  stamp: { issue: '1c Washington', from: 0, to: 0, left: null, right: null },
  strike: strike('1957-09-21T09:00'),
} as const;

export const deadEnvelope = {
  sender: ['J. Vane', 'Wick Harbor, Me.'],
  addressed: ['The County Attorney', 'Harlow', 'Knowles County, Maine'],
  /** One stamp upon another, so that the edge of the lower shows. */
  stamps: [
    { issue: '2c Washington', lies: 'beneath' },
    { issue: '2c Washington', lies: 'above' },
  ],
  strike: strike('1926-10-20T17:00'),
  /** In Mrs. Vane's hand, September 23, 1957. */
  readdressed: ['Return to sender', 'Mrs. J. Vane, Prospect House'],
  marks: ['The address runs downhill.', 'Half an inky thumb on the flap.'],
  missing: 'A pencilled square, the size of a three-cent stamp, with nothing in it.',
  /** The constable, on the outside, before Wendell mailed it. */
  pencilled: ['Fee, 3 cents.', 'Never put on.', 'L goes here.'],
} as const;
