import type { TheoryOptions } from '../../season.ts';

/** What may be chosen from which letter on; of several right answers the last is the fullest. */
export const THEORY = {
  who: [
    { id: 'pike', letter: 2, label: 'Wendell Pike, the apprentice', quote: 'I used my key.' },
    { id: 'thorne', letter: 2, label: 'Dr. Thorne, the coroner', quote: 'Dr. Thorne came at ten minutes to three' },
    { id: 'no-one', letter: 3, label: 'Nobody', quote: 'a failing heart needs no second opinion' },
    { id: 'herself', letter: 3, label: 'Odile Farrow herself', quote: 'She took it to the drop' },
    { id: 'vane', letter: 4, label: 'Mrs. Vane of Prospect House', quote: 'I regret it, then.' },
    { id: 'roche', letter: 5, label: 'Father Roche', quote: 'I did not leave them' },
    { id: 'calloway', letter: 6, label: 'Constable Calloway', quote: 'Sat in front of it with a sandwich.' },
    { id: 'both', letter: 21, label: 'Mrs. Vane and Dr. Thorne together', quote: 'For we have been so careful.' },
  ],
  how: [
    { id: 'tea', letter: 2, label: 'Something in her tea', quote: 'it was bitter, and it was not tea' },
    {
      id: 'drops',
      letter: 2,
      label: 'Her own drops, too many of them',
      quote: 'The drops that Dr. Thorne gives her for her heart',
    },
    { id: 'lozenges', letter: 2, label: 'A lozenge', quote: 'a tin of lozenges for her chest' },
    { id: 'heart', letter: 3, label: 'A failing heart', quote: 'a failing heart needs no second opinion' },
    { id: 'rat-paste', letter: 6, label: 'Rat paste', quote: 'Bought rat paste at Foss’s on the 16th' },
    { id: 'gum', letter: 15, label: 'Something on the gum of the stamp', quote: 'So it was on the gum.' },
    { id: 'root', letter: 13, label: 'Monkshood in what she ate', quote: 'has been taken for a horseradish, once' },
    { id: 'root-on-gum', letter: 15, label: 'Monkshood on the gum of a stamp', quote: 'Says it is what he thought' },
  ],
  why: [
    {
      id: 'own-letter',
      letter: 1,
      label: 'To have a letter of one’s own back from the drawer',
      quote: 'any one of them would have ended somebody',
    },
    { id: 'office', letter: 6, label: 'To have the post office', quote: 'he’d have that office before Thanksgiving' },
    { id: 'will', letter: 7, label: 'For what she left in her will', quote: 'she made a will in August' },
    { id: 'revenge', letter: 8, label: 'To avenge one of the nine', quote: 'the widow of Hannah’s son' },
    {
      id: 'signature',
      letter: 8,
      label: 'To hide who signed nine times',
      quote: 'that was what Dr. Thorne had written',
    },
    {
      id: 'number-one',
      letter: 9,
      label: 'To keep Number 1 from the county attorney',
      quote: 'It is addressed to our county attorney',
    },
    {
      id: 'second-death',
      letter: 16,
      label: 'To hide how Josiah Vane died, which Number 1 would tell',
      quote: 'I have never written this down.',
    },
  ],
  right: { who: ['vane'], how: ['gum', 'root-on-gum'], why: ['number-one', 'second-death'] },
} as const satisfies TheoryOptions;
