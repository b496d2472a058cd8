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
} as const;
