import phrases from './guarded-phrases.json' with { type: 'json' };

/** Phrases that must not leave the house early: literal words of the letters, compared without regard to case. */
export const GUARDED = {
  copyNeverSays: [
    'monkshood',
    'aconite',
    'wolfsbane',
    'tincture of',
    'brushed the gum',
    'poisoned stamp',
    'poisoned gum',
  ],
  /** By letter, from the second: at least twenty, none of which stands in any other letter. */
  ofLetter: phrases as Readonly<Record<string, readonly string[]>>,
} as const;
