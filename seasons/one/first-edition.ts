/**
 * Where the first edition of this season gave a premise or closed a false trail in another letter than now. Readers who
 * began with it go on with the letters as they are now, so each mixture has to prove the case.
 */
export const FIRST_EDITION = {
  alsoPlanted: [
    { letter: 9, premise: 'josiah' },
    { letter: 9, premise: 'licks' },
    { letter: 10, premise: 'licks' },
  ],
  closed: [{ letter: 16, trail: 'doctor' }],
  notYetClosed: [{ letter: 20, trail: 'doctor' }],
  notYetAccused: ['priest'],
} as const;
