import { safeLocalStorage } from '../safe-storage.ts';
import { deleteOfflineApp } from './delete-offline-app.ts';

export const NOTE_STORE = 'case-notes:';

const OPENED = 'note-stores';

/** For browsers that can't list databases. */
function usersWithNotes(): string[] {
  return safeLocalStorage.getItem(OPENED)?.split(' ') ?? [];
}

export function rememberNoteStore(userId: string): void {
  safeLocalStorage.setItem(OPENED, [...new Set([...usersWithNotes(), userId])].join(' '));
}

function forgetNoteStore(name: string): void {
  const left = usersWithNotes().filter((userId) => NOTE_STORE + userId !== name);
  if (left.length === 0) safeLocalStorage.removeItem(OPENED);
  else safeLocalStorage.setItem(OPENED, left.join(' '));
}

async function noteStores(): Promise<string[]> {
  const remembered = usersWithNotes().map((userId) => NOTE_STORE + userId);
  try {
    const listed = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith(NOTE_STORE) ? [name] : []));
    return [...new Set([...remembered, ...listed])];
  } catch {
    return remembered;
  }
}

export async function hasNoteStore(userId: string): Promise<boolean> {
  return (await noteStores()).includes(NOTE_STORE + userId);
}

/**
 * Called before a sign-out (rules/reading 18).
 * @throws ApiFailure when offline
 */
export async function sendUnsentNotes(userId: string): Promise<void> {
  if (!(await hasNoteStore(userId))) return;
  const { sendPendingNotes } = await import('../pages/notes/send-pending.ts');
  await sendPendingNotes(userId);
}

/** Called after a sign-out (rules/reading 18). */
export async function deleteNotes(): Promise<void> {
  await deleteOfflineApp();
  await Promise.all((await noteStores()).map((name) => deleteNoteStore(name)));
}

/** Of users who aren't signed in here any more, keeps only changes that were never sent (rules/reading 19). */
export async function clearNotesBut(userId: string | null): Promise<void> {
  if (userId === null) await deleteOfflineApp();
  const left = (await noteStores()).filter((name) => name !== `${NOTE_STORE}${userId ?? ''}`);
  if (left.length === 0) return;
  const { deleteSentNotes } = await import('../pages/notes/delete-sent-notes.ts');
  await Promise.all(left.map((name) => deleteSentNotes(name.slice(NOTE_STORE.length))));
}

export function deleteNoteStore(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener('success', () => forgetNoteStore(name));
    for (const event of ['success', 'error', 'blocked']) request.addEventListener(event, () => resolve());
  });
}
