import { CHANGES_PER_CALL, type syncNotes, type SyncReply } from '../../../contract/notes.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { type NoteStore, readOutgoing, storeReply } from './note-store.ts';

/** The server reads 64 kB, and a character takes at most three bytes. */
const CHARACTERS_PER_CALL = 18_000;

export type SendNotes = (body: BodyOf<typeof syncNotes>) => Promise<SyncReply>;

/**
 * If it is interrupted, the next call continues (decision 117).
 * @throws what `send` throws
 */
export async function synchronise(store: NoteStore, seasonId: string, send: SendNotes): Promise<void> {
  for (let isMore = true; ;) {
    const { changes, ...outgoing } = await readOutgoing(store, seasonId, CHANGES_PER_CALL, CHARACTERS_PER_CALL);
    if (changes.length === 0 && !isMore) return;
    const reply = await send({ seasonId, changes, ...outgoing });
    await storeReply(store, seasonId, reply);
    isMore = reply.more;
  }
}
