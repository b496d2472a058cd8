import type { NoteReply } from '../../../contract/operator/customer.ts';
import { findProfile } from '../../customers/profile/queries.ts';
import { lockProfile } from '../../customers/addresses/queries.ts';
import {
  type CustomerNote,
  deleteNoteById,
  deleteTag,
  findNote,
  insertNote,
  insertTag,
  listNotes,
  listTags,
} from '../../customers/tags-and-notes.ts';
import { customerNotes } from '../../customers/schema.ts';
import { writeOperatorLog } from '../../platform/operator-log.ts';
import type { Db } from '../../platform/db/database.ts';
import { ApiError, orNotFound } from '../../platform/api-error.ts';
import type { OperatorCall, OperatorHandlers } from '../calls/operator-call.ts';
import { decodeCursor, encodeCursor, isOlder, pageOf, QUERY_LIMIT } from '../calls/paging.ts';
import type { addTag } from '../../../contract/operator/customer.ts';

export const tagAndNoteHandlers = {
  async getSubscriberTags({ ctx: { db }, params: { id } }) {
    orNotFound(await findProfile(db, id), 'subscriber');
    return await presentTags(db, id);
  },

  async addTag(call) {
    return await changeTag(call, 'tag_added');
  },

  async removeTag(call) {
    return await changeTag(call, 'tag_removed');
  },

  async listSubscriberNotes({ ctx: { db }, params: { id }, query: { after } }) {
    orNotFound(await findProfile(db, id), 'subscriber');
    const isBefore = isOlder(customerNotes.createdAt, customerNotes.id, decodeCursor(after));
    return pageOf(await listNotes(db, id, isBefore, QUERY_LIMIT), presentNote, (note) =>
      encodeCursor({ at: note.createdAt, id: note.id }),
    );
  },

  async addNote({ ctx: { db, clock }, params: { id: userId }, body: { key: id, text }, act }) {
    return await db.transaction(async (tx) => {
      orNotFound(await findProfile(tx, userId), 'subscriber');
      const now = clock.now();
      const { operator } = act;
      const note = await insertNote(tx, { id, userId, text, operator, createdAt: now });
      if (note === null) {
        const there = await findNote(tx, id);
        return presentNote(orNotFound(there?.userId === userId ? there : null, 'note'));
      }
      const entry = {
        ...act,
        action: 'note_added' as const,
        subject: `user:${userId}`,
        subscriptionId: null,
        detail: {},
      };
      await writeOperatorLog(tx, entry, now);
      return presentNote(note);
    });
  },

  async deleteNote({ ctx: { db, clock }, params: { id }, act }) {
    await db.transaction(async (tx) => {
      const { userId } = orNotFound(await deleteNoteById(tx, id), 'note');
      const entry = {
        ...act,
        action: 'note_deleted' as const,
        subject: `user:${userId}`,
        subscriptionId: null,
        detail: {},
      };
      await writeOperatorLog(tx, entry, clock.now());
    });
    return { deleted: true };
  },
} satisfies Partial<OperatorHandlers>;

async function changeTag(
  { ctx: { db, clock }, params: { id: userId }, body: { tag }, act }: OperatorCall<typeof addTag>,
  action: 'tag_added' | 'tag_removed',
) {
  return await db.transaction(async (tx) => {
    await lockProfile(tx, userId);
    orNotFound(await findProfile(tx, userId), 'subscriber');
    const now = clock.now();
    const isAdded = action === 'tag_added';
    const isChanged = isAdded
      ? await insertTag(tx, { userId, tag, operator: act.operator, createdAt: now })
      : await deleteTag(tx, userId, tag);
    if (!isChanged)
      throw new ApiError('wrong_state', `The tag “${tag}” is ${isAdded ? 'there already' : 'not there'}.`);
    const entry = { ...act, action, subject: `user:${userId}`, subscriptionId: null, detail: { tag } };
    await writeOperatorLog(tx, entry, now);
    return await presentTags(tx, userId);
  });
}

async function presentTags(db: Db, userId: string) {
  const tags = await listTags(db, userId);
  return { tags: tags.map((row) => ({ ...row, since: row.since.toISOString() })) };
}

function presentNote({ id, text, operator, createdAt }: CustomerNote): NoteReply {
  return { id, text, operator, at: createdAt.toISOString() };
}
