import { syncNotes } from '../../../contract/notes.ts';
import { ApiFailure } from '../../app/api-failure.ts';
import { call } from '../../app/api.ts';
import { listPendingSeasons, openNoteStore } from './note-store.ts';
import { synchronise } from './sync.ts';

/** Sends what this device alone knows. What the server refuses for good is left to its refusal. @throws ApiFailure when offline */
export async function sendPendingNotes(userId: string): Promise<void> {
  const store = await openNoteStore(userId);
  try {
    for (const seasonId of await listPendingSeasons(store)) {
      await synchronise(store, seasonId, (body) => call(syncNotes, { body }));
    }
  } catch (error) {
    if (!isRefused(error)) throw error;
  } finally {
    store.close();
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiFailure && (error.code === 'not_found' || error.code === 'not_signed_in');
}
