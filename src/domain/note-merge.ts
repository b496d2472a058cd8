export interface NoteState {
  readonly text: string;
  readonly deleted: boolean;
}

/** With what each device has last brought about. */
export interface StoredNoteState extends NoteState {
  readonly version: number;
  readonly applied: Readonly<Record<string, AppliedChange>>;
}

export interface AppliedChange {
  readonly seq: number;
  /** That the change made, or knew. */
  readonly version: number;
}

export interface NoteChange extends NoteState {
  readonly device: string;
  readonly seq: number;
  /** The version that was changed; 0 for a new note. */
  readonly base: number;
}

/** Decision 117. `agree` says what is stored already, `outlived` deletes what another device has changed since. */
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
