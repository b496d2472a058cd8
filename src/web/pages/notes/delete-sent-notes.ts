import { deleteNoteStore, NOTE_STORE } from '../../app/note-stores.ts';
import { openNoteStore } from './note-store.ts';

/** Leaves on the device what was never sent, and nothing else (rules/reading 19). */
export async function deleteSentNotes(userId: string): Promise<void> {
  const store = await openNoteStore(userId);
  const tx = store.transaction(['notes', 'settings'], 'readwrite');
  const [notes, settings] = [tx.objectStore('notes'), tx.objectStore('settings')];
  for (const { id, pending } of await notes.getAll()) if (pending === undefined) await notes.delete(id);
  // The device's name goes with its unsent changes, so that none is taken twice.
  for (const { key, device } of await settings.getAll()) if (device === undefined) await settings.delete(key);
  const unsent = await notes.count();
  await tx.done;
  store.close();
  if (unsent === 0) await deleteNoteStore(NOTE_STORE + userId);
}
