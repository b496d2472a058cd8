/** The night, told whole by the constable once it could be: it comes with the last letter. */
export const minuteTable = {
  title: 'The night of September 23, all of it',
  note: 'Harlow, Nov. 21. For the party with A. Boy puts it in with the last one. What’s marked W. she told the windshield.',
  rows: [
    { at: '6:00', what: 'Office shuts. 63 in the sack. Lozenge in the tea.' },
    { at: '6:40', what: 'Doctor begs for a week, leaves nothing. On the rock from 7.' },
    { at: '8:00', what: 'Boy on the bell till 11:30, priest beside him.' },
    {
      at: '8:44',
      what: 'Mrs. Vane leaves home by Cannery Lane. In her bag the regrets, dated Saturday, and two Lights, joined, both painted. W.',
    },
    {
      at: '8:50',
      what: 'At the window. Wants Number 1 back, as Miss Farrow wrote her she could, and writes across it. Fee is 3 cents. She leaves both Lights: one for the fee, one in case. Says she’ll call again for the receipt. W.',
    },
    {
      at: '9:00',
      what: 'Miss Farrow tears the pair and licks the left one, for Number 1. It is bitter. She remembers who asked her were the stamps bitter, and knows why. The right one, painted too, she wets in the cold tea. It goes on your letter, struck, so you’d have the other half.',
    },
    {
      at: '9:03',
      what: 'Telephone is out, and everybody is up at church, 9 minutes in that wind. She’d have dropped in the road with nothing to show. Lips go first, hands last. So she does the hard things first: both letters in the drawer, lock, key under the sponge, ribbon. There her fingers go: crooked bow.',
    },
    {
      at: '9:10',
      what: 'Tries the pen. One stroke. Date stamp, in both fists, on the left one, and back on her tongue, where somebody would have to look. Puts her head down. Cat does her hand.',
    },
    { at: '9:15', what: 'Boy pulls 7 for 6. Says he heard the strike. He can’t have.' },
    {
      at: '9:40',
      what: 'Mrs. Vane back. Letter gone, stamps gone, drawer locked. Forced, it is a murder. Shut, it is a heart. What she wrote on the envelope has no date, and she’d have it back by the regulation. Miss Farrow was breathing yet, doctor says, till about 10. Mrs. Vane says she did not go round the desk to see. W.',
    },
    {
      at: '9:45',
      what: 'Ring back to Saturday, 4 PM. Strikes the regrets. Into the sack: 64. Ring home, one click for two. Hook down, door to. Click. Home 9:56.',
    },
    { at: '11:45', what: 'Boy. 12:05, me. The small key is on his first list, in his pocket by his second.' },
  ],
  aroundTitle: 'Before it, and after',
  around: [
    {
      at: 'Sept. 21',
      what: 'No boat. Maid sent home till Wednesday. 5:30, Mrs. Vane in the confessional, veiled, in the maid’s coat, last of the 11. May she have a cutting from the south bed? She’d asked it in October 1926, too. Seen there, she had leave, and he could never say whose. Digs after the Angelus. Doctor comes along the wall to look at the nine. She goes the other way and leaves her gloves. Home till Wednesday. W.',
    },
    {
      at: 'Nov. 2',
      what: 'The Liberty she laid down for the boy. Brother with the bees tried it. Same stuff as on L. It would have been him.',
    },
    {
      at: 'Nov. 12',
      what: 'Rang the Rockland hotel, from Harlow, so Mrs. Pinkham wouldn’t. Room kept, bed not slept in.',
    },
  ],
  arrestTitle: 'November 18, 7 PM',
  arrest: [
    'I stood. She had a fire lit. I read her the warrant, and she said it was a wet night to have come up in. I laid out D, L and K and left a space for A. She looked at the space the longest. I asked when she last saw the letter of 1926. She said, the afternoon he posted it. I read her the page with the petticoat. She asked would it all have to be read out. I said all of it.',
    'Then she asked for her gloves. I said I had one pair of hers already. She went and got the others herself.',
    'At the churchyard gate she had me stop the car. She said “Drive on, please,” and after that she talked, all the way to Harlow, to the windshield. I wrote it down. She did not say she was sorry.',
  ],
  signed: 'R. Calloway',
} as const;
