import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  listLocalNotes,
  type LocalNote,
  newNoteId,
  openNoteStore,
  readOutgoing,
  saveNote,
  storeReply,
  wereOne,
} from './note-store.ts';
import { searchNotes } from './search.ts';
import { clearNotesBut, deleteNotes } from '../../app/note-stores.ts';

const PIN = { seasonId: 'season-1', letter: 1, kind: 'letter', pinnedTo: '' } as const;
const NOW = new Date('2026-11-23T20:30:00Z');

test('what a second tab writes while another writes becomes a note of its own, and neither text is lost', async () => {
  const store = await openNoteStore(randomUUID());
  const id = newNoteId(NOW);
  const first = await saveNote(store, { ...PIN, id, text: 'a key', seen: 0 }, NOW);
  const seen = first?.revision ?? 0;
  await saveNote(store, { ...PIN, id, text: 'a key is missing', seen }, NOW);
  const second = await saveNote(store, { ...PIN, id, text: 'a key was never there', seen }, NOW);
  expect(second?.id).not.toBe(id);
  for (const at of [-1, 1]) {
    const other = newNoteId(new Date(NOW.getTime() + at));
    await saveNote(store, { ...PIN, id: other, text: `another ${at}`, seen: 0 }, NOW);
  }
  const all = await listLocalNotes(store, 'season-1');
  const texts = all.map(({ text }) => text);
  expect(texts.slice(1, 3).toSorted()).toEqual(['a key is missing', 'a key was never there']);
  const pairs = all.slice(1).map((note, index) => wereOne(note, all[index] ?? note));
  expect(pairs, 'one note that was divided').toEqual([false, true, false]);
  store.close();
});

test('a note that another tab has changed is not struck out by a tab that has not seen the change', async () => {
  const store = await openNoteStore(randomUUID());
  const id = newNoteId(NOW);
  const first = await saveNote(store, { ...PIN, id, text: 'bitter', seen: 0 }, NOW);
  const seen = first?.revision ?? 0;
  await saveNote(store, { ...PIN, id, text: 'bitter tea', seen }, NOW);
  expect(await saveNote(store, { ...PIN, id, text: '', seen, deleted: true }, NOW)).toBeNull();
  expect(await listLocalNotes(store, 'season-1')).toMatchObject([{ text: 'bitter tea' }]);
  store.close();
});

test('signing out leaves nobody’s notes on the device', async () => {
  const stores = await Promise.all([openNoteStore(randomUUID()), openNoteStore(randomUUID())]);
  for (const store of stores) store.close();
  await deleteNotes();
  expect((await indexedDB.databases()).filter(({ name }) => name?.startsWith('case-notes:'))).toEqual([]);
});

test('a session that is over leaves on the device only what was never sent, and other writers’ notes alike', async () => {
  const [mine, others] = [randomUUID(), randomUUID()];
  for (const user of [mine, others]) {
    const store = await openNoteStore(user);
    const sent = newNoteId(NOW);
    await saveNote(store, { ...PIN, id: sent, text: 'sent', seen: 0 }, NOW);
    const { device } = await readOutgoing(store, 'season-1', 10, 1_000);
    await storeReply(store, 'season-1', { taken: [{ id: sent, seq: 1 }], notes: [], cursor: 1, more: false });
    if (user === mine) await saveNote(store, { ...PIN, id: newNoteId(NOW), text: 'unsent', seen: 0 }, NOW);
    expect(device).toBeTruthy();
    store.close();
  }
  await clearNotesBut(null);
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([`case-notes:${mine}`]);
  const store = await openNoteStore(mine);
  expect(await listLocalNotes(store, 'season-1')).toMatchObject([{ text: 'unsent' }]);
  expect(await readOutgoing(store, 'season-1', 10, 1_000)).toMatchObject({ since: 0, changes: [{ seq: 2 }] });
  store.close();
  await clearNotesBut(mine);
  expect(await indexedDB.databases()).toHaveLength(1);
  await deleteNotes();
});

test('ids of later notes sort behind those of earlier ones', () => {
  const ids = [1, 2, 3].map((minutes) => newNoteId(new Date(NOW.getTime() + minutes * 60_000)));
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('a search wants every word, in the text or in the pin, whatever the case and the accents', () => {
  const notes = [note('The Café was dark'), note('Bitter tea', 'Wendell Pike', 2), note('')];
  expect(searchNotes(notes, 'cafe DARK')).toEqual([notes[0]]);
  expect(searchNotes(notes, 'pike tea')).toEqual([notes[1]]);
  expect(searchNotes(notes, 'letter 2')).toEqual([notes[1]]);
  expect(searchNotes(notes, ' ')).toEqual(notes);
  expect(searchNotes(notes, 'pike cafe')).toEqual([]);
});

function note(text: string, pinnedTo = '', letter = 1): LocalNote {
  return { ...PIN, text, pinnedTo, letter } as LocalNote;
}
