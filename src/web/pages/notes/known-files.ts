import type { CaseFileReply } from '../../../contract/case-file.ts';
import { hasNoteStore } from '../../app/note-stores.ts';
import { storedSession } from '../../app/stored-session.ts';
import { type NoteStore, openNoteStore } from './note-store.ts';

/** What of a case file a note can be pinned to. */
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
/** Sorts behind each that begins with the prefix. */
const BEHIND = 'file;';

/** As they were when the line was last there; none where the browser lets no page store anything. */
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

/** A file that is closed takes its notes along (rules/reading 13). @param open seasons that are not */
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
