export interface NoteState {
  readonly text: string;
  readonly deleted: boolean;
}

/** A stored note with the last change of each device, so that a repeated change is recognized. */
export interface StoredNoteState extends NoteState {
  readonly version: number;
  readonly applied: Readonly<Record<string, AppliedChange>>;
}

export interface AppliedChange {
  readonly seq: number;
  /** The version of the note that this change made, or that it found. */
  readonly version: number;
}

export interface NoteChange extends NoteState {
  readonly device: string;
  readonly seq: number;
  /** The version that the device changed; 0 for a new note. */
  readonly base: number;
}

/**
 * How to merge a change (decision 117). `agree`: the stored note already says the same. `outlived`: it deletes a note
 * that another device has changed since.
 */
export type MergeDecision = 'known' | 'apply' | 'agree' | 'outlived' | 'copy';

export function decideMerge(stored: StoredNoteState | null, change: NoteChange): MergeDecision {
  if (stored === null) return 'apply';
  const own = stored.applied[change.device];
  if (own !== undefined && own.seq >= change.seq) return 'known';
  if (Math.max(change.base, own?.version ?? 0) === stored.version) return 'apply';
  if (stored.deleted === change.deleted && stored.text === change.text) return 'agree';
  if (change.deleted) return 'outlived';
  // A changed text wins over a deletion by a device that hadn't seen the change.
  return stored.deleted ? 'apply' : 'copy';
}
