import 'fake-indexeddb/auto';
import { deepStrictEqual, ok } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { getCaseFile } from '../../src/contract/case-file.ts';
import { syncNotes } from '../../src/contract/notes.ts';
import { eraseNotes } from '../../src/server/account/notes/own-notes.ts';
import { noteBooks, notes } from '../../src/server/account/notes/schema.ts';
import {
  type LocalNote,
  listLocalNotes,
  type NoteStore,
  openNoteStore,
  saveNote,
} from '../../src/web/pages/notes/note-store.ts';
import { type SendNotes, synchronise } from '../../src/web/pages/notes/sync.ts';
import { addSubscriberWithLetters } from '../../test/builders/letters-come.ts';
import type { Shopper } from '../../test/clients/shopper.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { SeededRandom } from './seeded-random.ts';
import type { Soak } from './soak.ts';

const SEASON = 'season-1';
const LETTERS = 6;
const STEPS = 20;

export const notesSoak: Soak = {
  name: 'notes',
  proves: 'Two devices that write offline, are killed and lose replies end with the same notes, and with every word',
  fullSize: 1_000,
  smallSize: 50,
  async run(shop, { size, seed }) {
    const user = await addSubscriberWithLetters(shop, LETTERS);
    let copies = 0;
    for (let number = 0; number < size; number++) {
      copies += await interleave(shop, user, new SeededRandom(seed + number), number % 4 === 0 ? 1 : 2);
    }
    const opening = size < 100 ? '' : `; ${await compareOpening(shop, user)}`;
    return `${size} interleavings, ${copies} notes kept beside one another${opening}`;
  },
};

/** One device with the notes that two of its tabs show, each as it was when the tab last looked. */
class Device {
  readonly tabs: LocalNote[][] = [[], []];

  constructor(
    readonly store: NoteStore,
    readonly send: SendNotes,
  ) {}

  async look(tab: number): Promise<void> {
    this.tabs[tab] = await listLocalNotes(this.store, SEASON);
  }
}

/** What was written, and what somebody deleted who had it before their eyes. */
interface Written {
  readonly words: Set<string>;
  readonly deleted: Set<string>;
  made: number;
}

async function interleave(shop: Shop, user: Shopper, random: SeededRandom, count: number): Promise<number> {
  await shop.ctx.db.transaction((tx) => eraseNotes(tx, user.userId));
  const send: SendNotes = (body) => user.call(syncNotes, { body });
  const stores = await Promise.all(Array.from({ length: count }, () => openNoteStore(randomUUID())));
  const devices = stores.map((store) => new Device(store, send));
  const written: Written = { words: new Set(), deleted: new Set(), made: 0 };
  const tabs = count === 1 ? 1 : 2;
  for (let step = 0; step < STEPS; step++) await act(random, devices, tabs, written);
  for (let round = 0; round < 2; round++) for (const { store } of devices) await synchronise(store, SEASON, send);
  const ends = await Promise.all(stores.map((store) => listLocalNotes(store, SEASON)));
  expectSame(ends);
  expectNothingLost(ends[0] ?? [], written);
  if (count === 1) deepStrictEqual(ends[0]?.length, written.made, 'one writer makes no copies');
  for (const store of stores) store.close();
  return Math.max(0, (ends[0]?.length ?? 0) - written.made);
}

async function act(random: SeededRandom, devices: readonly Device[], tabs: number, written: Written): Promise<void> {
  const device = random.pick(devices);
  const tab = random.chance(50) ? tabs - 1 : 0;
  const roll = random.roll();
  // One tab alone always sees what it has written.
  if (tabs === 1 || random.chance(40)) await device.look(tab);
  if (roll < 0.55) await write(random, device, tab, written);
  else if (roll < 0.62) await remove(random, device, tab, written);
  else if (roll < 0.9) await synchroniseBadly(random, device, tab, written);
  else await Promise.all(devices.map((one) => failing(synchronise(one.store, SEASON, one.send))));
}

async function write(random: SeededRandom, device: Device, tab: number, written: Written): Promise<void> {
  const shown = device.tabs[tab] ?? [];
  const word = randomUUID().slice(0, 13);
  const note = shown.length > 0 && random.chance(75) ? random.pick(shown) : null;
  const letter = note?.letter ?? 1 + Math.floor(random.roll() * LETTERS);
  const pin = { seasonId: SEASON, kind: 'letter', pinnedTo: '', letter } as const;
  const text = note === null ? word : `${note.text} ${word}`;
  const saved = await saveNote(
    device.store,
    { ...pin, id: note?.id ?? randomUUID(), text, seen: note?.revision ?? 0 },
    new Date(),
  );
  ok(saved !== null);
  if (note === null) written.made += 1;
  written.words.add(word);
  device.tabs[tab] = [saved, ...shown.filter(({ id }) => id !== saved.id && id !== note?.id)];
}

async function remove(random: SeededRandom, device: Device, tab: number, written: Written): Promise<void> {
  const shown = device.tabs[tab] ?? [];
  if (shown.length === 0) return;
  const note = random.pick(shown);
  const saved = await saveNote(device.store, { ...note, seen: note.revision, deleted: true }, new Date());
  device.tabs[tab] = shown.filter(({ id }) => id !== note.id);
  if (saved === null) return;
  for (const word of note.text.split(' ')) written.deleted.add(word);
  written.made -= 1;
}

/** The line is cut before the call, after it, or the process is killed with the reply unread; or one types meanwhile. */
async function synchroniseBadly(random: SeededRandom, device: Device, tab: number, written: Written): Promise<void> {
  const cut = random.roll();
  let isTyping = cut >= 0.6 && cut < 0.85;
  await failing(
    synchronise(device.store, SEASON, async (body) => {
      if (cut < 0.25) throw new Error('offline');
      const reply = await device.send(body);
      if (cut < 0.6) throw new Error('killed with the reply unread');
      if (isTyping) await write(random, device, tab, written);
      isTyping = false;
      return reply;
    }),
  );
}

async function failing(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Error) || !/^(offline|killed)/.test(error.message)) throw error;
  });
}

function expectSame(ends: readonly (readonly LocalNote[])[]): void {
  const [one, other = one] = ends.map((all) =>
    all.map(({ id, text, version }) => `${id} ${version} ${text}`).toSorted(),
  );
  deepStrictEqual(one, other, 'both devices end with the same notes');
}

function expectNothingLost(end: readonly LocalNote[], { words, deleted }: Written): void {
  const stored = new Set(end.flatMap(({ text }) => text.split(' ')));
  const lost = [...words].filter((word) => !stored.has(word) && !deleted.has(word));
  deepStrictEqual(lost, [], 'every word that a device has taken is somewhere');
}

const MANY = 10_000;
const OPENINGS = 40;

/** The file opens without its notes, and a device that knows them asks for what is new: the same two calls for both readers. */
async function compareOpening(shop: Shop, full: Shopper): Promise<string> {
  const empty = await addSubscriberWithLetters(shop, LETTERS);
  const { db } = shop.ctx;
  await db.transaction((tx) => eraseNotes(tx, full.userId));
  const pin = {
    letter: 1,
    kind: 'letter',
    pinnedTo: '',
    text: 'A note of ordinary length, as people write them.',
  } as const;
  const state = {
    userId: full.userId,
    seasonId: SEASON,
    deleted: false,
    version: 1,
    applied: {},
    changedAt: shop.clock.now(),
  };
  const rows = Array.from({ length: MANY }, (_, index) => ({
    ...pin,
    ...state,
    id: randomUUID(),
    changeNumber: index + 1,
  }));
  for (let from = 0; from < MANY; from += 1_000) await db.insert(notes).values(rows.slice(from, from + 1_000));
  await db.insert(noteBooks).values({ userId: full.userId, seasonId: SEASON, lastChange: MANY });
  const [withNotes, without] = [await openingMs(full, MANY), await openingMs(empty, 0)];
  const ratio = withNotes / without;
  ok(ratio <= 2, `opening with ${MANY} notes takes ${ratio.toFixed(2)} times as long`);
  return `opening with ${MANY} notes ${ratio.toFixed(2)}x that of an empty file (${withNotes.toFixed(1)} ms)`;
}

/** The median. */
async function openingMs(user: Shopper, since: number): Promise<number> {
  const times: number[] = [];
  const device = randomUUID();
  for (let opening = 0; opening < OPENINGS; opening++) {
    const began = performance.now();
    await user.call(getCaseFile, { params: { season: SEASON } });
    await user.call(syncNotes, { body: { seasonId: SEASON, device, since, changes: [] } });
    times.push(performance.now() - began);
  }
  return times.toSorted((one, other) => one - other)[OPENINGS / 2] ?? 0;
}
