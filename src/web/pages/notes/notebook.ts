import { syncNotes } from '../../../contract/notes.ts';
import { ApiFailure } from '../../app/api-failure.ts';
import { call } from '../../app/api.ts';
import { NOTE_STORE } from '../../app/note-stores.ts';
import { inOneTab, openTabChannel } from '../../app/tabs.ts';
import {
  listLocalNotes,
  type LocalNote,
  type NoteEdit,
  type NoteStore,
  openNoteStore,
  saveNote,
} from './note-store.ts';
import { synchronise } from './sync.ts';

export type NotebookState =
  | { readonly kind: 'opening' | 'sent' | 'sending' | 'offline' | 'unavailable' }
  | { readonly kind: 'refused'; readonly message: string };

export interface NotebookView {
  readonly notes: readonly LocalNote[];
  readonly state: NotebookState;
  /** True if the device had no space for the last change. */
  readonly unsaved: boolean;
}

const SEND_AFTER_MS = 1_000;
/** Longer than a tab needs to send what it saved. A tab that was closed never sends it. */
const SEND_FOR_ANOTHER_TAB_MS = 4_000;
const LOOK_AGAIN_MS = 30_000;
/** Longer than an answer takes. */
const SILENCE_MS = 4_000;

/** One user's notes on a season, in this tab (rules/reading 14). */
export class Notebook {
  readonly #userId: string;
  readonly #seasonId: string;
  readonly #listeners = new Set<() => void>();
  readonly #tabs = openTabChannel(NOTE_STORE, () => void this.#hearFromTab());
  readonly #store: Promise<NoteStore>;
  #view: NotebookView = { notes: [], state: { kind: 'opening' }, unsaved: false };
  /** True if its store was deleted, so that another must be opened. */
  isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerForOthers: ReturnType<typeof setTimeout> | undefined;

  constructor(userId: string, seasonId: string) {
    this.#userId = userId;
    this.#seasonId = seasonId;
    this.#store = openNoteStore(userId, () => (this.isClosed = true));
    void this.#reload();
  }

  /** The server is polled as long as there is a listener. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    addEventListener('online', this.#sendSoon);
    addEventListener('offline', this.#sendSoon);
    document.addEventListener('visibilitychange', this.#sendSoon);
    this.#sendSoon();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearTimeout(this.#timer);
      clearTimeout(this.#timerForOthers);
      removeEventListener('online', this.#sendSoon);
      removeEventListener('offline', this.#sendSoon);
      document.removeEventListener('visibilitychange', this.#sendSoon);
    };
  };

  readonly view = (): NotebookView => this.#view;

  /**
   * @returns as `saveNote`
   * @throws if the device has no space
   */
  async save(edit: Omit<NoteEdit, 'seasonId'>): Promise<LocalNote | null> {
    const saved = await this.#storeEdit(edit);
    if (saved?.id === edit.id) this.#adopt(saved);
    else await this.#reload();
    this.#tabs.notify('saved');
    this.#schedule(SEND_AFTER_MS);
    return saved;
  }

  async #storeEdit(edit: Omit<NoteEdit, 'seasonId'>): Promise<LocalNote | null> {
    try {
      const saved = await saveNote(await this.#store, { ...edit, seasonId: this.#seasonId }, new Date());
      this.#show({ unsaved: false });
      return saved;
    } catch (error) {
      this.#show({ unsaved: true });
      throw error;
    }
  }

  /** Adds the note to the list, since reading all notes on each key would be slow. */
  #adopt(saved: LocalNote): void {
    const others = this.#view.notes.filter(({ id }) => id !== saved.id);
    const after = saved.deleted ? [] : [saved];
    const place = others.findIndex(({ id }) => id < saved.id);
    const at = place === -1 ? others.length : place;
    this.#show({ notes: [...others.slice(0, at), ...after, ...others.slice(at)], state: waiting(this.#view.state) });
  }

  readonly #sendSoon = (): void => this.#schedule(0);

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#send();
    }, milliseconds);
  }

  async #send(): Promise<void> {
    if (this.#view.state.kind === 'unavailable') return;
    const silence = setTimeout(() => this.#show({ state: { kind: 'offline' } }), SILENCE_MS);
    const state = await this.#sendNow();
    clearTimeout(silence);
    this.#show({ state });
    await this.#reload();
    this.#tabs.notify('heard');
    // Text written in the meantime must be sent sooner.
    if (this.#listeners.size > 0 && this.#timer === undefined) this.#schedule(LOOK_AGAIN_MS);
  }

  async #sendNow(): Promise<NotebookState> {
    try {
      const store = await this.#store;
      const send = () => synchronise(store, this.#seasonId, (body) => call(syncNotes, { body }));
      // One tab at a time, since two would send the same changes.
      await inOneTab(NOTE_STORE + this.#userId, send);
      return { kind: 'sent' };
    } catch (error) {
      if (!(error instanceof ApiFailure)) return { kind: 'offline' };
      return error.code === 'network' ? { kind: 'offline' } : { kind: 'refused', message: error.message };
    }
  }

  async #hearFromTab(): Promise<void> {
    await this.#reload();
    clearTimeout(this.#timerForOthers);
    const isPending = this.#view.notes.some(({ pending }) => pending !== undefined);
    if (isPending && this.#listeners.size > 0)
      this.#timerForOthers = setTimeout(this.#sendSoon, SEND_FOR_ANOTHER_TAB_MS);
  }

  async #reload(): Promise<void> {
    try {
      const notes = await listLocalNotes(await this.#store, this.#seasonId);
      const isPending = notes.some(({ pending }) => pending !== undefined);
      const { state } = this.#view;
      this.#show({ notes, state: isPending ? waiting(state) : arrived(state) });
    } catch {
      this.#show({ state: { kind: 'unavailable' } });
    }
  }

  #show(change: Partial<NotebookView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function waiting(state: NotebookState): NotebookState {
  return state.kind === 'sent' ? { kind: 'sending' } : state;
}

/** Another tab may have sent it already. */
function arrived(state: NotebookState): NotebookState {
  return state.kind === 'sending' ? { kind: 'sent' } : state;
}

const books = new Map<string, Notebook>();

export function notebookOf(userId: string, seasonId: string): Notebook {
  const key = `${userId} ${seasonId}`;
  const known = books.get(key);
  const book = known === undefined || known.isClosed ? new Notebook(userId, seasonId) : known;
  books.set(key, book);
  return book;
}
