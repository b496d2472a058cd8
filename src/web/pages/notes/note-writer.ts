import type { LocalNote } from './note-store.ts';
import type { Notebook } from './notebook.ts';

export class NoteWriter {
  readonly #book: Notebook;
  #waiting: string | undefined;
  #isWriting = false;

  constructor(book: Notebook) {
    this.#book = book;
  }

  /** @param done gets the note that now has the text */
  write(note: LocalNote, text: string, done: (saved: LocalNote) => void): void {
    this.#waiting = text;
    if (!this.#isWriting) void this.#run(note, done);
  }

  async #run(note: LocalNote, done: (saved: LocalNote) => void): Promise<void> {
    this.#isWriting = true;
    let written = note;
    while (this.#waiting !== undefined) {
      const text = this.#waiting;
      this.#waiting = undefined;
      const { id, letter, kind, pinnedTo, revision: seen } = written;
      try {
        written = (await this.#book.save({ id, letter, kind, pinnedTo, text, seen })) ?? written;
      } catch {
        // The page says so. The text stays in the field, and the next key tries again.
        this.#isWriting = false;
        return;
      }
    }
    this.#isWriting = false;
    done(written);
  }
}
