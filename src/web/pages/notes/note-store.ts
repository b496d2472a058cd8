import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { NoteChangeBody, NoteReply, SyncReply } from '../../../contract/notes.ts';
import { NOTE_STORE, rememberNoteStore } from '../../app/note-stores.ts';
import type { KnownFile } from './known-files.ts';

export type NoteContent = Pick<NoteReply, 'letter' | 'kind' | 'pinnedTo' | 'text'>;

export interface LocalNote extends NoteContent {
  readonly id: string;
  readonly seasonId: string;
  readonly deleted: boolean;
  readonly changedAt: string;
  readonly version: number;
  readonly revision: number;
  readonly pending?: { readonly seq: number; readonly copyId: string } | undefined;
  /** Set only if the note has a pending change: the index leaves out notes without it. */
  readonly pendingIn?: string | undefined;
}

interface NoteSchema extends DBSchema {
  notes: { key: string; value: LocalNote; indexes: { season: string; pending: string } };
  settings: {
    key: string;
    value: { readonly key: string; readonly device?: string; readonly count: number; readonly file?: KnownFile };
  };
}

export type NoteStore = IDBPDatabase<NoteSchema>;

/**
 * @param onClosed called when the store is deleted
 * @throws if the browser can't store anything
 */
export async function openNoteStore(userId: string, onClosed?: () => void): Promise<NoteStore> {
  const store = await openDB<NoteSchema>(NOTE_STORE + userId, 1, {
    upgrade(created) {
      const notes = created.createObjectStore('notes', { keyPath: 'id' });
      notes.createIndex('season', 'seasonId');
      notes.createIndex('pending', 'pendingIn');
      created.createObjectStore('settings', { keyPath: 'key' });
    },
    // Another tab signs out and deletes the store.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      onClosed?.();
    },
  });
  rememberNoteStore(userId);
  return store;
}

/** Ordered by id, newest first, so that changing a note doesn't move it. */
export async function listLocalNotes(store: NoteStore, seasonId: string): Promise<LocalNote[]> {
  const all = await store.getAllFromIndex('notes', 'season', seasonId);
  return all.filter(({ deleted }) => !deleted).toSorted((one, other) => (one.id < other.id ? 1 : -1));
}

/** UUID version 7 (RFC 9562), which sorts by time. */
export function newNoteId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  return idOfMoment(`${time.slice(0, 8)}-${time.slice(8)}`);
}

/** With the same time as the note, so that the copy is listed next to it. */
function newCopyId(id: string): string {
  return idOfMoment(momentOf(id));
}

function idOfMoment(moment: string): string {
  return `${moment}-7${crypto.randomUUID().slice(15)}`;
}

function momentOf(id: string): string {
  return id.slice(0, 13);
}

/** Whether both are versions of one note that was changed in two places at once. */
export function wereOne(one: Pick<LocalNote, 'id'>, other: Pick<LocalNote, 'id'>): boolean {
  return momentOf(one.id) === momentOf(other.id);
}

export interface NoteEdit extends NoteContent {
  readonly id: string;
  readonly seasonId: string;
  /** The revision that the user saw; 0 for a new note. */
  readonly seen: number;
  readonly deleted?: boolean;
}

/** @returns the note with the edit: a copy if another tab was faster; null for a deletion that came too late */
export async function saveNote(store: NoteStore, edit: NoteEdit, now: Date): Promise<LocalNote | null> {
  const tx = store.transaction(['notes', 'settings'], 'readwrite');
  const notes = tx.objectStore('notes');
  const current = await notes.get(edit.id);
  const isStale = current !== undefined && current.revision !== edit.seen && !agrees(current, edit);
  let saved: LocalNote | null = null;
  if (!isStale || edit.deleted !== true) {
    const seq = await nextSeq(tx.objectStore('settings'));
    saved = changedNote(isStale ? undefined : current, isStale ? { ...edit, id: newCopyId(edit.id) } : edit, seq, now);
    await notes.put(saved);
  }
  await tx.done;
  return saved;
}

function agrees(note: LocalNote, { text, deleted = false }: NoteEdit): boolean {
  return note.text === text && note.deleted === deleted;
}

function changedNote(current: LocalNote | undefined, edit: NoteEdit, seq: number, now: Date): LocalNote {
  const { seen: _seen, deleted = false, ...content } = edit;
  return {
    ...content,
    text: deleted ? '' : content.text,
    deleted,
    changedAt: now.toISOString(),
    version: current?.version ?? 0,
    revision: (current?.revision ?? 0) + 1,
    pending: { seq, copyId: current?.pending?.copyId ?? newCopyId(edit.id) },
    pendingIn: edit.seasonId,
  };
}

interface Settings {
  get(key: string): Promise<NoteSchema['settings']['value'] | undefined>;
  put?(value: NoteSchema['settings']['value']): Promise<unknown>;
}

const DEVICE = 'device';

async function nextSeq(settings: Settings): Promise<number> {
  const { device = crypto.randomUUID(), count } = (await settings.get(DEVICE)) ?? { count: 0 };
  await settings.put?.({ key: DEVICE, device, count: count + 1 });
  return count + 1;
}

export interface Outgoing {
  readonly device: string;
  readonly since: number;
  readonly changes: NoteChangeBody[];
}

/** At most `most` changes, with `mostText` characters in all. */
export async function readOutgoing(
  store: NoteStore,
  seasonId: string,
  most: number,
  mostText: number,
): Promise<Outgoing> {
  const tx = store.transaction(['notes', 'settings'], 'readwrite');
  const settings = tx.objectStore('settings');
  const { device = crypto.randomUUID(), count } = (await settings.get(DEVICE)) ?? { count: 0 };
  await settings.put({ key: DEVICE, device, count });
  const since = (await settings.get(cursorKey(seasonId)))?.count ?? 0;
  const pending = await tx.objectStore('notes').index('pending').getAll(seasonId, most);
  await tx.done;
  let length = 0;
  const changes = pending.flatMap((note, index) => {
    length += note.text.length + note.pinnedTo.length;
    return note.pending === undefined || (index > 0 && length > mostText) ? [] : [outgoingChange(note, note.pending)];
  });
  return { device, since, changes };
}

function outgoingChange(
  { id, version, letter, kind, pinnedTo, text, deleted }: LocalNote,
  { seq, copyId }: NonNullable<LocalNote['pending']>,
): NoteChangeBody {
  return { id, copyId, seq, base: version, letter, kind, pinnedTo, text, deleted };
}

/** Runs in one transaction. */
export async function storeReply(
  store: NoteStore,
  seasonId: string,
  { taken, notes, cursor }: SyncReply,
): Promise<void> {
  const tx = store.transaction(['notes', 'settings'], 'readwrite');
  const stored = tx.objectStore('notes');
  for (const { id, seq } of taken) {
    const note = await stored.get(id);
    if (note?.pending?.seq === seq) await stored.put({ ...note, pending: undefined, pendingIn: undefined });
  }
  for (const note of notes) {
    const current = await stored.get(note.id);
    // Changes made in the meantime are sent first.
    if (current?.pending !== undefined) continue;
    if (note.deleted) await stored.delete(note.id);
    else await stored.put(heardNote(seasonId, note, current));
  }
  await tx.objectStore('settings').put({ key: cursorKey(seasonId), count: cursor });
  await tx.done;
}

function heardNote(seasonId: string, note: NoteReply, current: LocalNote | undefined): LocalNote {
  const isSame = current !== undefined && current.text === note.text;
  return { ...note, seasonId, revision: (current?.revision ?? 0) + (isSame ? 0 : 1) };
}

function cursorKey(seasonId: string): string {
  return `cursor:${seasonId}`;
}

export async function listPendingSeasons(store: NoteStore): Promise<string[]> {
  const pending = await store.getAllFromIndex('notes', 'pending');
  return [...new Set(pending.map(({ seasonId }) => seasonId))];
}
