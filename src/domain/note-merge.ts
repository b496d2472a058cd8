/** What a note says and whether it still stands. */
export interface NoteState {
  readonly text: string;
  readonly deleted: boolean;
}

/** The note as it is stored, with what each device has last brought about in it. */
export interface StoredNoteState extends NoteState {
  readonly version: number;
  readonly applied: Readonly<Record<string, AppliedChange>>;
}

export interface AppliedChange {
  /** The device's own count of its changes. */
  readonly seq: number;
  /** The version that the device's change made, or knew when it was taken. */
  readonly version: number;
}

export interface NoteChange extends NoteState {
  readonly device: string;
  readonly seq: number;
  /** The version that the device had when it began to change the note; 0 for a note of its own making. */
  readonly base: number;
}

/**
 * What to do with a change (decision 117): `known` was taken before, `apply` becomes the next version, `agree` says what is
 * stored already, `outlived` deletes what another device has changed since, and `copy` is kept beside the other text.
 */
export type MergeDecision = 'known' | 'apply' | 'agree' | 'outlived' | 'copy';

export function decideMerge(stored: StoredNoteState | null, change: NoteChange): MergeDecision {
  if (stored === null) return 'apply';
  const own = stored.applied[change.device];
  if (own !== undefined && own.seq >= change.seq) return 'known';
  if (Math.max(change.base, own?.version ?? 0) === stored.version) return 'apply';
  if (stored.deleted === change.deleted && stored.text === change.text) return 'agree';
  if (change.deleted) return 'outlived';
  // A text outlives a deletion by somebody who had not seen it.
  return stored.deleted ? 'apply' : 'copy';
}
