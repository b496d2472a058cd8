import type { FalseTrail, Lie, Premise } from '../../season.ts';

export const PREMISES = [
  {
    id: 'pair',
    proves: 'who',
    says: 'The stamp on the first envelope and the stamp from the tongue were one pair, parted that night.',
  },
  {
    id: 'none-in-office',
    proves: 'who',
    says: 'The office had sold its last Light on September 14; whoever came brought the pair.',
  },
  { id: 'row', proves: 'who', says: 'Mrs. Vane bought ten Lights in one row, and the edges of the pair fit hers.' },
  {
    id: 'nick',
    proves: 'who',
    says: 'The ring was nicked on Monday morning; the regrets say Saturday and have the nick.',
  },
  { id: 'boat', proves: 'who', says: 'The four o’clock boat that she says she left by did not call.' },
  {
    id: 'seen',
    proves: 'who',
    says: 'She describes the dead letter’s two stamps, which nobody had seen outside the drawer since it got the second.',
  },
  {
    id: 'monkshood',
    proves: 'how',
    says: 'Monkshood grows in the rectory’s south bed, and somebody has taken a root, twice.',
  },
  {
    id: 'what-it-does',
    proves: 'how',
    says: 'It is bitter, then numb; the hands fail, then the heart, and nothing shows; the cat that licked her hand was dry.',
  },
  {
    id: 'licks',
    proves: 'how',
    says: 'Odile never used a sponge and wetted the stamps of ladies who kept their gloves on.',
  },
  { id: 'latch', proves: 'how', says: 'The door locks itself when it is pulled to.' },
  {
    id: 'oath',
    proves: 'how',
    says: 'She canceled the stamp herself, as evidence, when her hand could no longer write.',
  },
  { id: 'nine', proves: 'why', says: 'Nine hands died of Lot 40 and were signed influenza.' },
  {
    id: 'josiah',
    proves: 'why',
    says: 'Josiah Vane died the day he posted a letter about it, with a bitter mouth, and was signed in the same words.',
  },
  {
    id: 'told',
    proves: 'why',
    says: 'Mrs. Vane was told on Thursday that the letter would now go to the county attorney.',
  },
] as const satisfies readonly Premise[];

export const LIES = [
  {
    id: 'thorne-heart',
    by: 'thorne',
    fact: 'cause-1957',
    kind: 'lie',
    why: 'Naming this death would name that of 1926.',
  },
  {
    id: 'thorne-not-examined',
    by: 'thorne',
    fact: 'doctor-looked-1926',
    kind: 'lie',
    why: 'He saw the mouth and wiped it.',
  },
  {
    id: 'thorne-straight',
    by: 'thorne',
    fact: 'doctor-stopped',
    kind: 'lie',
    why: 'He had meant to beg her for a week, and could not get it out.',
  },
  {
    id: 'thorne-no-word',
    by: 'thorne',
    fact: 'courtesy-doctor',
    kind: 'lie',
    why: 'What she had told him was about 1926.',
  },
  { id: 'vane-boat', by: 'vane', fact: 'boat-saturday', kind: 'lie', why: 'She was at home behind her blinds.' },
  {
    id: 'vane-posted',
    by: 'vane',
    fact: 'regrets-struck',
    kind: 'lie',
    why: 'To have been elsewhere on Monday night.',
  },
  {
    id: 'vane-seven',
    by: 'vane',
    fact: 'lights-mailed',
    kind: 'lie',
    why: 'Three of the seven are the regrets and the pair.',
  },
  {
    id: 'vane-never-saw',
    by: 'vane',
    fact: 'envelope-seen',
    kind: 'lie',
    why: 'She saw it, and wrote on it, on the night.',
  },
] as const satisfies readonly Lie[];

export const FALSE_TRAILS = [
  {
    id: 'doctor',
    accuses: 'thorne',
    opened: [2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 15],
    closed: [
      { letter: 15, quote: 'horehound, and I feel fine' },
      { letter: 20, quote: 'So it was not him at your window.' },
      { letter: 22, quote: 'There are forty.' },
    ],
  },
  {
    id: 'priest',
    accuses: 'roche',
    opened: [4, 5, 6, 10, 11, 13, 15],
    closed: [{ letter: 16, quote: 'and he can say it of me' }],
  },
  {
    id: 'apprentice',
    accuses: 'pike',
    opened: [2, 3, 5, 6, 7, 8, 10],
    closed: [
      { letter: 15, quote: 'Seal not broken' },
      { letter: 16, quote: 'we were never fifteen minutes without him' },
      { letter: 18, quote: 'it is not a youth who bleeds on a dispatch book and begs its pardon' },
      { letter: 20, quote: 'I will be about nine dollars behind' },
    ],
  },
] as const satisfies readonly FalseTrail[];
