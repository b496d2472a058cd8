import { syncNotes } from '../../../contract/notes.ts';
import { isPassing } from '../../app/api-failure.ts';
import { call } from '../../app/api.ts';
import { listPendingSeasons, openNoteStore } from './note-store.ts';
import { synchronise } from './sync.ts';

/**
 * Changes that the server refuses permanently are kept.
 * @throws ApiFailure when offline
 */
export async function sendPendingNotes(userId: string): Promise<void> {
  const store = await openNoteStore(userId);
  try {
    for (const seasonId of await listPendingSeasons(store)) {
      await synchronise(store, seasonId, (body) => call(syncNotes, { body }));
    }
  } catch (error) {
    if (isPassing(error)) throw error;
  } finally {
    store.close();
  }
}
