/** Who is who, to keep beside the letters: a card with letter 3, and a fuller one with letter 14. */

export interface CastSection {
  readonly head: string;
  readonly people: readonly (readonly [name: string, who: string])[];
}

const WRITERS: CastSection = {
  head: 'Who writes, 1957',
  people: [
    ['Odile Farrow', 'postmistress since 1926; died September 23, aged 58'],
    ['Wendell Pike', 'her apprentice, 19; Back Cove'],
    ['Dr. Augustus Thorne', 'physician and coroner, 59; Water Street'],
    ['Mrs. Leonora Vane', 'widow of the cannery’s owner, 61; Prospect House'],
    ['Father Emil Roche', 'pastor of Saint Brendan’s, 60; curate in 1926'],
    ['Ruth Calloway', 'constable, 38; Town Hall'],
  ],
};

const TOWN: CastSection = {
  head: 'In the town, 1957',
  people: [
    ['Mrs. Pike', 'Wendell’s mother; Back Cove'],
    ['Bertha Beal', 'maid at Prospect House'],
    ['Mrs. Thibodeau', 'housekeeper at the rectory'],
    ['Dot Pinkham', 'the telephone'],
    ['Asa and Marian Coombs', 'keepers of the Light'],
    ['Sim Alley', 'captain of the boat'],
    ['Mr. and Mrs. Foss', 'the store'],
    ['George Wall', 'keeps a pig'],
    ['Parcel', 'the office cat'],
  ],
};

const AWAY: CastSection = {
  head: 'Written to, and away',
  people: [
    ['H. Crane', 'postal inspector, Boston'],
    ['Dr. Silas Whitcomb', 'physician, Portland'],
    ['Monsignor Duquette', 'the chancery, Portland'],
    ['Hobart Lunt', 'county attorney, Harlow'],
    ['Prescott Hale', 'Mrs. Vane’s lawyer, Boston'],
    ['Sister Marie-Ange', 'Father Roche’s sister, Lewiston'],
    ['Peg Pike', 'Wendell’s sister, a Navy nurse'],
    ['Brother Anselm', 'a monk with a garden'],
    ['Miss Alden', 'a committee, Rockland'],
  ],
};

const BEFORE: CastSection = {
  head: 'A generation ago, 1926',
  people: [
    ['Josiah Vane', 'owner of the cannery; died that October'],
    ['Mr. Tuttle', 'postmaster before Miss Farrow'],
    ['Father Lachance', 'pastor before Father Roche'],
    ['Professor Greeley', 'Dr. Thorne’s teacher, Brunswick'],
  ],
};

const NINE: CastSection = {
  head: 'The nine of October 1926, and theirs',
  people: [
    ['Moses and Rose Beal', '24 and 22; of Bertha’s family'],
    ['Peter Alley', '19; Captain Sim’s brother'],
    ['Clara Coombs', '28; Asa’s mother'],
    ['Patrick and Katie Dunn', '52 and 16, father and daughter; none left'],
    ['Annie and Jean Thibodeau', '41 and 17, mother and son; the housekeeper’s people'],
    ['Hannah Pike', '34; Wendell’s grandmother'],
    ['At the same table, and lived', 'Ruth Alley, Lena Foss, George Wall'],
  ],
};

export const castCard = {
  title: 'Who is who at Wick Harbor',
  note: 'To keep beside the letters. You will meet them as they write, or are written to.',
  sections: [WRITERS, TOWN, AWAY, BEFORE],
} as const;

export const castCardAgain = {
  title: 'Who is who at Wick Harbor, again',
  note: 'In place of the first card: two generations, as far as your letters have come.',
  sections: [WRITERS, TOWN, AWAY, BEFORE, NINE],
} as const;
