import { createHash } from 'node:crypto';
import type { NoteChangeBody } from '../../../contract/notes.ts';
import { type AppliedChange, decideMerge, type MergeDecision } from '../../../domain/note-merge.ts';
import type { NoteBook, NoteRow } from './queries.ts';

/** After this many devices the oldest is forgotten. If it then repeats a change, the note is copied. */
const MOST_DEVICES = 30;

export class NoteMerger {
  readonly #rows: Map<string, NoteRow>;
  readonly #changed = new Set<string>();
  readonly #touched = new Set<string>();
  #changeNumber: number;

  constructor(
    private readonly book: NoteBook,
    rows: readonly NoteRow[],
    lastChange: number,
    private readonly now: Date,
    /** The latest letter that the user has received. */
    private readonly latestLetter: number,
  ) {
    this.#rows = new Map(rows.map((row) => [row.id, row]));
    this.#changeNumber = lastChange;
  }

  get lastChange(): number {
    return this.#changeNumber;
  }

  get changed(): NoteRow[] {
    return this.#of(this.#changed);
  }

  /** Notes that the device must get in the answer even if it already has them. */
  get touched(): NoteRow[] {
    return this.#of(this.#touched);
  }

  merge(device: string, change: NoteChangeBody): void {
    for (const [depth, id] of placesOf(change).entries()) {
      const base = depth === 0 ? change.base : 0;
      if (this.#mergeAt(id, device, { ...change, base }) !== 'copy') return;
    }
    throw new Error('A note has been copied from copies too often.');
  }

  #mergeAt(id: string, device: string, change: NoteChangeBody): MergeDecision {
    const stored = this.#rows.get(id) ?? null;
    const decision = decideMerge(stored, { ...change, device });
    this.#touched.add(id);
    if (decision === 'known') for (const place of placesOf(change)) this.#touched.add(place);
    else if (decision === 'apply' || stored === null) this.#apply(device, change, id, stored);
    else this.#mark(device, change, stored, decision === 'agree');
    return decision;
  }

  #apply(device: string, change: NoteChangeBody, id: string, stored: NoteRow | null): void {
    const version = (stored?.version ?? 0) + 1;
    this.#save({
      ...this.book,
      id,
      letter: stored?.letter ?? change.letter,
      kind: stored?.kind ?? change.kind,
      pinnedTo: stored?.pinnedTo ?? change.pinnedTo,
      text: change.deleted ? '' : change.text,
      deleted: change.deleted,
      version,
      applied: withDevice(stored?.applied, device, { seq: change.seq, version }),
      changeNumber: 0,
      changedAt: this.now,
      writtenWith: this.latestLetter,
    });
  }

  /** A stored note remembers this change, so that a repetition is recognized. */
  #mark(device: string, { seq }: NoteChangeBody, stored: NoteRow, knowsIt: boolean): void {
    const version = knowsIt ? stored.version : (stored.applied[device]?.version ?? 0);
    this.#save({ ...stored, applied: withDevice(stored.applied, device, { seq, version }) });
  }

  #save(row: NoteRow): void {
    this.#changeNumber += 1;
    this.#rows.set(row.id, { ...row, changeNumber: this.#changeNumber });
    this.#changed.add(row.id);
    this.#touched.add(row.id);
  }

  #of(ids: ReadonlySet<string>): NoteRow[] {
    return [...ids].flatMap((id) => this.#rows.get(id) ?? []);
  }
}

function withDevice(applied: NoteRow['applied'] = {}, device: string, change: AppliedChange): NoteRow['applied'] {
  const others = Object.entries(applied).filter(([name]) => name !== device);
  return Object.fromEntries([...others.slice(1 - MOST_DEVICES), [device, change]]);
}

/** How many notes a change can be stored in. */
const DEEPEST_COPY = 8;

/** Ids of the notes that a change may be stored in: the note, its copy, and further copies. */
export function placesOf({ id, copyId }: Pick<NoteChangeBody, 'id' | 'copyId'>): string[] {
  const places = [id, copyId];
  while (places.length < DEEPEST_COPY) places.push(nextCopyId(places.at(-1) ?? copyId));
  return places;
}

/**
 * A new id that is derived from the copy's id, so that a repeated change finds the same copy. It sorts next to the
 * copy's id.
 */
function nextCopyId(copyId: string): string {
  const hex = createHash('sha256').update(copyId).digest('hex');
  return [copyId.slice(0, 13), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
