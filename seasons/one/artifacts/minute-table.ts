/** The night, told whole by the constable once it could be: it comes with the last letter. */
export const minuteTable = {
  title: 'The night of September 23, all of it',
  note: 'Harlow, Nov. 21. For the party with A. The boy is putting it in with the last one.',
  rows: [
    { at: '6:00', what: 'Office shuts. 63 in the sack. Lozenge in the tea, half drunk.', from: 'Boy' },
    { at: '6:40', what: 'Doctor at the window, begs for a week, leaves nothing. On the rock from 7.', from: 'Doctor' },
    { at: '8:00', what: 'Boy on the bell, every quarter till 11:30. Priest beside him.', from: 'Bell book' },
    {
      at: '8:44',
      what: 'Mrs. Vane leaves home by Cannery Lane, gloves on. In her bag the regrets, dated Saturday, and two Lights.',
      from: 'Windshield',
    },
    {
      at: '8:50',
      what: 'At the window. Asks for Number 1 back, as 19 told her she could. It goes on the sill and she writes across it. Fee is 3 cents. She puts down both Lights, joined: one is the fee, the other is to be sure. Says she will call again for the receipt. Goes home.',
      from: 'Windshield',
    },
    {
      at: '9:00',
      what: 'Miss Farrow tears the pair. Right one goes on your letter, and she strikes it. Left one is for Number 1. It is bitter. She remembers who asked her were the stamps bitter.',
      from: 'A and L',
    },
    {
      at: '9:02',
      what: 'It takes the lips first and the hands last, about a quarter of an hour. So she does the hard things first. Both letters in the drawer, locks it, key under the sponge. Ties the ribbon. There her fingers go, and the bow is crooked.',
      from: 'Doctor',
    },
    {
      at: 'then',
      what: 'Tries the pen. One stroke, drops it. Date stamp, in both fists. Strikes the loose stamp and puts it back on her tongue, where somebody would have to look.',
      from: 'Desk',
    },
    { at: '9:15', what: 'Boy pulls 7 for 6. Says he heard the strike. He can’t have.', from: 'Bell book' },
    {
      at: '9:40',
      what: 'Mrs. Vane back. Letter gone, drawer locked. She did not force it. Forced, it is a murder. Shut, it is a heart. The key was under her own present. What she’d put on the envelope has no date, and a widow may write that any day. She meant to get it back, unread, by the regulation. She says so in 7.',
      from: 'Windshield',
    },
    {
      at: '9:45',
      what: 'Ring back to Saturday, 4 PM. Strikes the regrets. Ring home, one click where it wanted two. Regrets in the sack: 64.',
      from: 'Ring',
    },
    {
      at: '9:50',
      what: 'Hook down, door to. Click. Home at 9:56. I rang the hotel at Rockland. They’d kept the room and nobody slept in it.',
      from: 'Hotel',
    },
  ],
  arrestTitle: 'November 18, 7 PM',
  arrest: [
    'I stood. She had a fire lit. I read her the warrant, and she said it was a wet night to have come up in. I laid out D, L and K and left a space for A. She looked at the space the longest. I asked when she last saw the letter of 1926. She said, the afternoon he posted it. I read her the page of 21 with the petticoat. She asked would it all have to be read out. I said all of it.',
    'Then she asked for her gloves. I said I had one pair of hers already. She went and got the others herself.',
    'At the churchyard gate she had me stop the car. She has not gone through it in 31 years. She looked at it and said, “Drive on, please,” and after that she talked, all the way to Harlow, to the windshield. I wrote it down. She did not say she was sorry.',
  ],
  signed: 'R. Calloway',
} as const;
