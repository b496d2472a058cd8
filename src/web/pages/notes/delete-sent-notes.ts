import { deleteNoteStore, NOTE_STORE } from '../../app/note-stores.ts';
import { openNoteStore } from './note-store.ts';

/** Keeps only changes that were never sent (rules/reading 19). */
export async function deleteSentNotes(userId: string): Promise<void> {
  const store = await openNoteStore(userId);
  const tx = store.transaction(['notes', 'settings'], 'readwrite');
  const [notes, settings] = [tx.objectStore('notes'), tx.objectStore('settings')];
  for (const { id, pending } of await notes.getAll()) if (pending === undefined) await notes.delete(id);
  // A device's id is kept as long as the device has unsent changes, so that no change is stored twice.
  for (const { key, device } of await settings.getAll()) if (device === undefined) await settings.delete(key);
  const unsent = await notes.count();
  await tx.done;
  store.close();
  if (unsent === 0) await deleteNoteStore(NOTE_STORE + userId);
}
