import type { CaseFileReply } from '../../../contract/case-file.ts';
import { hasNoteStore } from '../../app/note-stores.ts';
import { storedSession } from '../../app/stored-session.ts';
import { type NoteStore, openNoteStore } from './note-store.ts';

/** The parts of a case file that notes can be pinned to. */
export interface KnownFile {
  readonly seasonId: string;
  readonly title: string;
  readonly letters: readonly { readonly letter: number; readonly title: string }[];
  readonly characters: readonly { readonly id: string; readonly name: string }[];
}

export function knownFileOf({ seasonId, title, letters, characters }: CaseFileReply): KnownFile {
  const come = letters.filter(({ readable }) => readable);
  return {
    seasonId,
    title,
    letters: come.map((letter) => ({ letter: letter.letter, title: letter.title ?? '' })),
    characters: characters.map(({ id, name }) => ({ id, name })),
  };
}

const PREFIX = 'file:';
/** Sorts after every key with the prefix. */
const BEHIND = 'file;';

/** The case files as of the last connection; none if the browser can't store anything. */
export async function listKnownFiles(): Promise<KnownFile[]> {
  return await inOwnStore(async (store) => {
    const rows = await store.getAll('settings', IDBKeyRange.bound(PREFIX, BEHIND));
    return rows.flatMap(({ file }) => file ?? []);
  });
}

export async function storeKnownFile(file: KnownFile): Promise<void> {
  await inOwnStore(async (store) => {
    await store.put('settings', { key: PREFIX + file.seasonId, count: 0, file });
    return [];
  });
}

/**
 * Also deletes the notes of seasons that the user can no longer open (rules/reading 13).
 * @param open seasons that they can open
 */
export async function deleteClosedFiles(open: readonly string[]): Promise<void> {
  const userId = storedSession()?.user.id;
  if (userId === undefined || !(await hasNoteStore(userId))) return;
  await inOwnStore(async (store) => {
    const tx = store.transaction(['notes', 'settings'], 'readwrite');
    const [notes, settings] = [tx.objectStore('notes'), tx.objectStore('settings')];
    for (const { id, seasonId } of await notes.getAll()) if (!open.includes(seasonId)) await notes.delete(id);
    for (const { key, file } of await settings.getAll())
      if (file !== undefined && !open.includes(file.seasonId)) await settings.delete(key);
    await tx.done;
    return [];
  });
}

async function inOwnStore(work: (store: NoteStore) => Promise<KnownFile[]>): Promise<KnownFile[]> {
  const userId = storedSession()?.user.id;
  if (userId === undefined) return [];
  try {
    const store = await openNoteStore(userId);
    const done = await work(store);
    store.close();
    return done;
  } catch {
    // The page says so where notes are written.
    return [];
  }
}
