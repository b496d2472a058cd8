import type { Puzzle } from '../season.ts';

export const PUZZLES = [
  {
    id: 'inventory',
    letter: 2,
    title: 'Forty-one, counted twice',
    asks: 'How many articles are on each list, and which one went home with somebody between a quarter past midnight and one?',
    solution: '41 and 40: a small key',
    typed: {
      label: 'Both numbers, then the article',
      accepts: [
        ['41', '40', 'key'],
        ['40', '41', 'key'],
      ],
    },
    hints: [
      'Wendell counts everything twice, and only once gets the same answer.',
      'Add up both lists, then read them line by line against each other.',
      'The thirteenth line has three keys at a quarter past midnight, and two at one.',
    ],
  },
  {
    id: 'map',
    letter: 6,
    title: 'With a watch',
    asks: 'On the night, with everything dotted under water: how many minutes to the post office from Prospect House, Water Street, Saint Brendan’s, Back Cove and the Light?',
    solution: '6, 7, 9, 15, not at all',
    typed: {
      label: 'The five times, in that order',
      accepts: [['6', '7', '9', '15', 'not|never|no way|impossible|none|cut off|cannot|cant']],
    },
    hints: [
      'Take the dotted paths off the map first.',
      'From Water Street and Back Cove one has to come by way of the Town Hall.',
      '3 and 4 make 7, 11 and 4 make 15. The Light has one road, and it was under the sea.',
    ],
  },
  {
    id: 'nine',
    letter: 11,
    title: 'An influenza that can read',
    asks: 'Lay this pay list beside the burial register of letter 8. What did the nine have that the other three at their table had not?',
    solution: 'A full week of sixty hours, and for it a tin of Lot 40',
    typed: {
      label: 'How much they worked, and what they were given for it',
      accepts: [['60|full week', 'tin|can|lot 40']],
    },
    hints: [
      'Tick on the pay list every name that is in the register.',
      'Three names are left over. Look at their hours.',
      'A full week was paid in something besides money.',
    ],
  },
  {
    id: 'overpaid',
    letter: 9,
    title: 'Postage overpaid',
    asks: 'One letter in the drawer has paid twice what it owed. Which, and how many stamps of the day is that?',
    solution: 'Number 1: it owed two cents and carries four, which is two stamps',
    typed: {
      label: 'The letter’s number, then how many stamps',
      accepts: [['1', '2']],
    },
    hints: [
      'The rates stand at the foot. Work out what each letter owed.',
      'A part of an ounce counts as an ounce, and the rate changes on July 6, 1932.',
      'Half an ounce in 1926 is two cents. Number 1 has paid four.',
    ],
  },
  {
    id: 'stamps',
    letter: 10,
    title: 'Under the coffee',
    asks: 'Restore the two numbers under the coffee rings. Could a Wick Harbor Light have been bought at this window on September 23?',
    solution: '10 and 8; no, the last four were sold on September 14',
    typed: {
      label: 'Both numbers, then yes or no',
      accepts: [['10', '8', 'no']],
    },
    hints: [
      'The last column says how many were left after each sale.',
      'From 300 to 290, and from 29 to 21.',
      'Follow the last column down to nothing, and look at the date.',
    ],
  },
  {
    id: 'rings',
    letter: 13,
    title: 'Four strokes of one ring',
    asks: 'There are four strikes of the date stamp on your table: letters 1, 3, 4 and this wrapper. Look at the rims. What is odd about one of the two that read SEP 21?',
    solution: 'The wrapper’s rim is whole and the regrets’ is nicked, though both say SEP 21',
    typed: {
      label: 'The odd one of the two, and what its rim looks like',
      accepts: [
        ['wrapper|bulletin|13', 'whole|unbroken|intact|complete|no gap|no nick|not nicked|without'],
        ['regrets|letter 4', 'nick|nicked|gap|broken|notch|notched'],
      ],
    },
    hints: [
      'Leave the dates alone and look only at five o’clock.',
      'Three rims have a gap there. One is whole.',
      'Two strikes say the same day, one whole and one nicked. Something happened to the ring between them.',
    ],
  },
  {
    id: 'tides',
    letter: 14,
    title: 'No water',
    asks: 'Between September 16 and 28, on which day did the four o’clock boat not lie at the slip?',
    solution: 'Saturday, September 21',
    typed: {
      label: 'The day',
      accepts: [['21|21st']],
    },
    hints: [
      'Look for low water within an hour of four in the afternoon.',
      'Read the foot of the table: the boat keeps the town’s time, and the tide does not.',
      'With the hour added, low water on Saturday the 21st is at half past three. (Without it one would blame Monday.)',
    ],
  },
  {
    id: 'cipher',
    letter: 15,
    title: 'Key is who was dry',
    asks: 'Read the telegram of October 17.',
    solution: 'CAPTAIN SWEARS NO CALL SATURDAY AT FOUR NO WATER',
    typed: {
      label: 'The telegram',
      accepts: [['captain swears no call saturday at four no water']],
    },
    hints: [
      'Who was dry on a wet night? See letter 12. The name has six letters, and the telegram six words.',
      'Number the letters of PARCEL by the alphabet: A 1, C 2, E 3, L 4, P 5, R 6. The words are columns, in that order.',
      'Write the first word down under A, the second under C, the third under E, the fourth under L, the fifth under P, the sixth under R, and read across.',
    ],
  },
  {
    id: 'bell',
    letter: 16,
    title: 'Between two quarters',
    asks: 'At which quarter did Wendell give one blow too many? And with the map of letter 6: how long could he have been at the post office between two quarters?',
    solution: 'At a quarter past nine; not a minute, since the way there and back takes eighteen',
    typed: {
      label: 'The quarter, then how long he could have stayed',
      accepts: [['quarter past nine|9 15|sixth', 'not|no|none|zero|never|nothing|cannot|couldnt']],
    },
    hints: [
      'One blow at eight, two at a quarter past, three at half past.',
      'The sixth quarter should have six.',
      'Nine minutes there and nine back are more than fifteen.',
    ],
  },
  {
    id: 'certificates',
    letter: 18,
    title: 'In the same words',
    asks: 'How many fields of the two forms are the same word for word? And which of them does the drawing in letter 3 prove untrue?',
    solution: 'Five; the tongue, which he says he did not examine',
    typed: {
      label: 'The number, then the field',
      accepts: [['5', 'tongue']],
    },
    hints: [
      'Leave out name, place, age, times and signature.',
      'Appearance, heart, tongue, cause, inquest.',
      'One cannot draw what lay on a tongue that one has not examined.',
    ],
  },
  {
    id: 'hymns',
    letter: 19,
    title: 'Hymn, line, word',
    asks: 'Read what she penciled at the foot of the sheet.',
    solution: 'I KEPT YOUR LETTER FOR LOVE OF YOUR NAME',
    typed: {
      label: 'Her words',
      accepts: [['i kept your letter for love of your name']],
    },
    hints: [
      'Three numbers make one word.',
      'The first is the hymn, the second the line, the third the word.',
      '1-1-2 is the first hymn, first line, second word: I.',
    ],
  },
  {
    id: 'ten-lights',
    letter: 20,
    title: 'Ten less eight',
    asks: 'How many Lights are not accounted for? Lay the first envelope and the strip of letter 17 edge to edge: in which order did they stand in the row?',
    solution: 'Two; the first envelope’s stamp stood left of the strip',
    typed: {
      label: 'How many, then the two pieces from left to right',
      accepts: [['2', 'envelope', 'strip']],
    },
    hints: [
      'Add the last column and take it from ten.',
      'The strip’s left edge lacks two teeth. Find an edge that has them.',
      'Sixth and ninth from the top: the right edge of the stamp on the first envelope.',
    ],
  },
  {
    id: 'row',
    letter: 22,
    title: 'Tooth to tooth',
    asks: 'Cut out the stamp. Lay it with the regrets of letter 4, the first envelope and the strip, so that every edge fits.',
    solution: 'Regrets, tongue, first envelope, strip: the fifth to the tenth stamp of one row',
    typed: {
      label: 'The four pieces, from left to right',
      accepts: [['regret|regrets', 'tongue', 'envelope', 'strip']],
    },
    hints: [
      'Begin with the first envelope: its left edge has one long tooth.',
      'The stamp from the tongue lacks that tooth on its right. Now look at its left edge.',
      'The left edge fits the right edge of the stamp on the regrets.',
    ],
  },
  {
    id: 'verdict',
    letter: 23,
    answeredFrom: 24,
    title: 'A verdict',
    asks: 'Fill in the three lines, and by each the exhibits that prove it. Sign, date, and fold.',
    solution:
      'Mrs. Leonora Vane (A, C, D, G, H, I, J, K, L); monkshood on the gum of a stamp (B, C, L); the letter of October 20, 1926, and what it says of the nine and of Josiah Vane’s death (F, G)',
    hints: [
      'Who brought a pair of Lights to an office that had none?',
      'One Saturday’s postmark has Monday’s nick, and one Saturday’s boat did not call.',
      'One person has described an envelope that has lain in the drawer since 1926.',
    ],
  },
] as const satisfies readonly Puzzle[];
