/** The night, told whole by the constable once it could be: it comes with the last letter. */
export const minuteTable = {
  title: 'The night of September 23, all of it',
  note: 'Harlow, Nov. 21, after the inquest. To the party with A, by the boy. It’s his office now. W. is what she told the windshield.',
  rows: [
    {
      at: '6:00',
      what: 'Office shuts, 63 in the sack. 6:40, doctor, leaves nothing. On the rock from 7. Boy and priest at the bell from 8.',
    },
    {
      at: '8:50',
      what: 'Mrs. Vane down Cannery Lane to the window. Wants Number 1 back, as Miss Farrow wrote her she could, and writes across it. Fee, 3 cents. Lays down two Lights, joined, both painted, one in case. She’ll call for the receipt. Home again, and sits on her stairs in her hat. W.',
    },
    {
      at: '9:00',
      what: 'Miss Farrow tears the pair and licks the left one. Bitter. She knows who once asked were the stamps bitter. The right one she wets in cold tea and puts on your letter, so you’d have the other half.',
    },
    {
      at: '9:03',
      what: 'No telephone, church is 9 minutes, and she’d drop in the road. A name left lying goes with whoever calls for the receipt. Number 1 has it already, in Mrs. Vane’s ink. So it goes face down under yours, drawer locked, key under the sponge, while she has hands. Crooked bow.',
    },
    {
      at: '9:10',
      what: 'Tries the pen. One stroke. Date stamp, in both fists, on the left one, and back on her tongue, where somebody would have to look. Cat does her hand. Up at church, boy pulls 7 for 6.',
    },
    {
      at: '9:40',
      what: 'Mrs. Vane back. No letter, no stamps, drawer locked. Forced, it is a murder. Shut, it is a heart, and she’d have her letter by the regulation. She reached over Miss Farrow for the date stamp and did not touch her, she says. Doctor says breathing yet, till about 10. W.',
    },
    {
      at: '9:45',
      what: 'Ring back to Saturday, 4 PM. Strikes the regrets she’d brought: gone since Saturday, and a letter overlooked. Into the sack, 64. Ring home, one click for two. Hook down, door to. Click. Home 9:56.',
    },
    { at: '11:45', what: 'Boy. 12:05, me. By 1 the small key is in his pocket.' },
  ],
  aroundTitle: 'Before it, and after',
  around: [
    {
      at: 'Sept. 21',
      what: 'No boat. Maid sent home till Wednesday. 5:30, Mrs. Vane in the confessional, in the maid’s coat and a veil. May she have a cutting from the south bed? She’d asked in 1926, too. Seen there, she had leave, and he could never say whose. Digs after the Angelus. Doctor comes along the wall, and she leaves her gloves. W.',
    },
    { at: 'Nov. 2', what: 'The Liberty, tried. Same stuff. It would have been the boy.' },
    { at: 'Nov. 12', what: 'Rang the Rockland hotel. Room kept, bed not slept in.' },
    { at: 'Nov. 20', what: 'Doctor. His second bottle. Another man looked, as he asked.' },
  ],
  arrestTitle: 'November 18, 7 PM',
  arrest: [
    'I stood. She had a fire lit. Read her the warrant, and she said it was a wet night to have come up in. Laid out D, L and K and left a space for A. She looked at the space the longest. Read her the page with the petticoat. She asked would it all be read out. I said all of it.',
    'Then she asked for her gloves. I said I had one pair of hers already. She went and got the others herself.',
    'At the churchyard gate she had me stop the car. She said “Drive on, please,” and after that she talked, all the way to Harlow, to the windshield. I wrote it down. She did not say she was sorry.',
  ],
  signed: 'R. Calloway',
} as const;
