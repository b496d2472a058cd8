import type { CaseSubject } from '../../season.ts';

/** What each letter says of a character, and the words that say it. */
export const CHARACTERS = [
  {
    id: 'odile',
    name: 'Odile Farrow',
    lines: [
      {
        letter: 1,
        says: 'Postmistress. Keeps a drawer of letters that she delayed, and says so.',
        quote: 'I did not steal what lies in it. I delayed it',
      },
      {
        letter: 2,
        says: 'Found dead at her sorting desk, her head on her left arm.',
        quote: 'with her head down on her left arm',
      },
      {
        letter: 3,
        says: 'Fifty-eight, with a murmur that her doctor had listened to since 1951.',
        quote: 'The woman was fifty-eight.',
      },
      {
        letter: 9,
        says: 'Has never struck a false date.',
        quote: 'I have never struck a false date',
      },
      {
        letter: 14,
        says: 'Had a question put to her in her first week, and did not ask one back.',
        quote: 'If I had asked him one question back',
      },
      {
        letter: 19,
        says: 'Played the organ, and waited for one of the singers to turn the page.',
        quote: 'I played for him for two winters',
      },
    ],
  },
  {
    id: 'pike',
    name: 'Wendell Pike',
    lines: [
      {
        letter: 1,
        says: 'The apprentice. Is up at Saint Brendan’s that night, ringing by quarters, and counts.',
        quote: 'Wendell is up at Saint Brendan’s to ring the bell by quarters',
      },
      {
        letter: 2,
        says: 'Nineteen. Found Miss Farrow, and made the same list twice.',
        quote: 'So I made a list at a quarter past twelve.',
      },
      {
        letter: 3,
        says: 'Had a rag about his left thumb, and gave up two keys with his other hand in his pocket.',
        quote: 'he gave me two and put his other hand in his pocket',
      },
      {
        letter: 6,
        says: 'Left his rope about nine, and came back wet to the knee.',
        quote: 'came back wet to the knee',
      },
      {
        letter: 8,
        says: 'Learned in church, on a Sunday in October, what his grandmother had died of.',
        quote: 'He had not been told.',
      },
      {
        letter: 16,
        says: 'Was away from the bell for four minutes, and was seen in and out.',
        quote: 'and was four minutes',
      },
      {
        letter: 20,
        says: 'Mails the letters, two and two, and the constable has copies.',
        quote: 'I am sending all the rest, two and two',
      },
    ],
  },
  {
    id: 'thorne',
    name: 'Dr. Augustus Thorne',
    lines: [
      {
        letter: 2,
        says: 'Took a stamp from Miss Farrow’s tongue with tweezers, and called it of no consequence.',
        quote: 'he said it was of no consequence',
      },
      {
        letter: 3,
        says: 'Coroner. Was at the Light all night. Has drawn what he says he hardly looked at.',
        quote: 'I was at the Light when it happened.',
      },
      { letter: 4, says: 'Put down a burgundy, and took the wrong hat home.', quote: 'never saw him leave a burgundy' },
      { letter: 7, says: 'Burned papers on the day after the funeral.', quote: 'a whole scuttle of black paper' },
      {
        letter: 11,
        says: 'Signed influenza nine times at twenty-eight, and knew that it was not.',
        quote: 'I have signed nine times to influenza.',
      },
      {
        letter: 15,
        says: 'Ate one of his own lozenges, with a watch open on his knee.',
        quote: 'It was always only horehound.',
      },
      {
        letter: 18,
        says: 'Signed two deaths, thirty-one years apart, in the same words.',
        quote: 'They are in the same words.',
      },
      {
        letter: 20,
        says: 'Was at the Light from seven until past eleven, and never out of the room.',
        quote: 'He says the Doctor never left that room',
      },
      {
        letter: 22,
        says: 'Resigned as coroner, for ten reasons and an eleventh.',
        quote: 'There are ten reasons, and an eleventh.',
      },
    ],
  },
  {
    id: 'roche',
    name: 'Father Emil Roche',
    lines: [
      {
        letter: 2,
        says: 'Kept the church open for the boats, and said at half past eleven that they were in.',
        quote: 'Father Roche said that those that were coming were in',
      },
      {
        letter: 5,
        says: 'May not say what he heard, and looks equally grave at everybody.',
        quote: 'I have been careful to look equally grave at everybody',
      },
      {
        letter: 8,
        says: 'Buried nine in one week as a curate, and read their names aloud at last.',
        quote: 'nine persons died, and I buried them',
      },
      {
        letter: 13,
        says: 'Found two holes in the bed below his south wall.',
        quote: 'There is a root gone out of that bed.',
      },
      {
        letter: 15,
        says: 'Had nobody to vouch for him before eight.',
        quote: 'Nobody had him before 8 that night.',
      },
      { letter: 16, says: 'Held a dying man at his gate, and saw the lips.', quote: 'I have never written this down.' },
    ],
  },
  {
    id: 'calloway',
    name: 'Constable Ruth Calloway',
    lines: [
      {
        letter: 2,
        says: 'Came in her boots, and asked whether that was usual.',
        quote: 'Constable Calloway said, “Is that usual?”',
      },
      {
        letter: 3,
        says: 'Was a military policeman in Naples, and likes a cause to have an effect.',
        quote: 'She was a military policeman in Naples',
      },
      { letter: 6, says: 'Was told to let it lie. Two words were left over, and she used them.', quote: 'WILL NOT' },
      {
        letter: 15,
        says: 'Is down to four: a doctor, a priest, a boy and a lady.',
        quote: 'Four left. A page each, so as to be fair.',
      },
      {
        letter: 23,
        says: 'Has eleven exhibits of twelve, and asks you for the one that is missing.',
        quote: 'I do not have A.',
      },
    ],
  },
  {
    id: 'vane',
    name: 'Mrs. Leonora Vane',
    lines: [
      {
        letter: 4,
        says: 'Lives at Prospect House, and regrets a funeral. Leaves for Rockland with her chest. Her husband was found at the churchyard gate.',
        quote: 'I am sent to Rockland until Wednesday with my chest',
      },
      {
        letter: 7,
        says: 'Would have the drawer read aloud, hers first. Does not believe a word against the boy.',
        quote: 'let them begin with me',
      },
      {
        letter: 10,
        says: 'Is on the page of the stock book, among those who bought Lights.',
        quote: 'There is Prospect House and the rectory and the Doctor',
      },
      {
        letter: 17,
        says: 'Has three stamps left of a row of ten. Had a call from Miss Farrow on a Thursday.',
        quote: 'On the Thursday before it happened Miss Farrow paid me a call.',
      },
      { letter: 20, says: 'Laid a stamp on the sill, gum up, and watched.', quote: 'the stamp on top with the gum up' },
      {
        letter: 21,
        says: 'Describes an envelope that has lain in a drawer, down to its petticoat.',
        quote: 'showing down the side like a petticoat',
      },
    ],
  },
  {
    id: 'josiah',
    name: 'Josiah Vane',
    lines: [
      {
        letter: 7,
        says: 'Died on October 20, 1926. His hand was open, and so was his door.',
        quote: 'died October 20, 1926',
      },
      {
        letter: 9,
        says: 'Brought a letter on Miss Farrow’s third day, and bought a stamp.',
        quote: 'He bought a stamp of me',
      },
      {
        letter: 11,
        says: 'Could not hold his tongue about his own tins.',
        quote: 'Vane was to hold his tongue as I held mine.',
      },
      {
        letter: 16,
        says: 'Said that everything had been bitter since two o’clock.',
        quote: 'everything had been bitter since two o’clock',
      },
      { letter: 24, says: 'Noticed that his wife washed her hands.', quote: 'I noticed that she washed her hands.' },
    ],
  },
  {
    id: 'nine',
    name: 'The nine',
    lines: [
      {
        letter: 4,
        says: 'Hands of the cannery, in the north corner, without a bell.',
        quote: 'They were our hands, all nine.',
      },
      {
        letter: 8,
        says: 'Beal, Beal, Alley, Coombs, Dunn, Dunn, Thibodeau, Pike, Thibodeau: entered as influenza.',
        quote: 'It stands so in the register',
      },
      {
        letter: 11,
        says: 'Saw double, had no fever, and kept a clear mind to the end.',
        quote: 'The mind was clear in every case.',
      },
      { letter: 20, says: 'Have a stone of ninety-five letters.', quote: 'There are 95.' },
    ],
  },
  {
    id: 'lunt',
    name: 'Hobart Lunt',
    lines: [
      {
        letter: 6,
        says: 'County attorney at Harlow. Knows where the town is, unfortunately.',
        quote: 'DO NOT NEED MAP',
      },
      { letter: 15, says: 'Asked which Saturday.', quote: 'WHICH SATURDAY' },
    ],
  },
  {
    id: 'wall',
    name: 'George Wall',
    lines: [
      {
        letter: 6,
        says: 'Went home past the window at half past eight, with a pig in a baby carriage.',
        quote: 'Wall is 76 and the pig was in a baby carriage.',
      },
      {
        letter: 11,
        says: 'Took no tin home from that table. There were three.',
        quote: 'Three at that table took no tin home',
      },
    ],
  },
  {
    id: 'parcel',
    name: 'The cat',
    lines: [
      {
        letter: 1,
        says: 'Asleep in the pigeonhole marked Out of Town.',
        quote: 'The cat has got into the pigeonhole marked Out of Town',
      },
      {
        letter: 12,
        says: 'Parcel. Dead on the same night, and dry.',
        quote: 'There were three cats and only two of them were wet.',
      },
    ],
  },
  {
    id: 'alley',
    name: 'Captain Alley',
    lines: [
      {
        letter: 14,
        says: 'Calls at half past nine and at four, unless there is no water.',
        quote: 'He calls at half past nine and at four',
      },
      {
        letter: 15,
        says: 'Swore to what is in his log, in cipher by way of the constable.',
        quote: 'He has it in his log, with the hour.',
      },
    ],
  },
] as const satisfies readonly CaseSubject[];
