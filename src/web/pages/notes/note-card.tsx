import { useId, useState } from 'react';
import { NOTE_LENGTH } from '../../../contract/notes.ts';
import { Button } from '../../ui/button.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Notice } from '../../ui/notice.tsx';
import type { LocalNote } from './note-store.ts';
import { NoteWriter } from './note-writer.ts';
import type { Notebook } from './notebook.ts';
import styles from './notes.module.css';
import { pinWords } from './pin-words.ts';

interface NoteCardProps {
  readonly note: LocalNote;
  readonly book: Notebook;
  readonly isNew: boolean;
  /** True if the next note in the list is a copy of the same note. */
  readonly isDivided: boolean;
  /** True if the device had no space for the last change. */
  readonly unsaved: boolean;
  readonly onDelete: () => void;
}

export function NoteCard({ note, book, isNew, isDivided, unsaved, onDelete }: NoteCardProps) {
  const [writer] = useState(() => new NoteWriter(book));
  const [draft, setDraft] = useState<string | null>(null);
  const pinId = useId();
  const write = (text: string) => {
    setDraft(text);
    writer.write(note, text, (saved) => {
      setDraft((typed) => (typed === text || saved.text === typed ? null : typed));
    });
  };
  const deleteNote = async () => {
    onDelete();
    await book.save({ ...note, seen: note.revision, deleted: true }).catch(() => null);
  };
  return (
    <li className={styles.note}>
      <p id={pinId} className={styles.pin}>
        {pinWords(note)}
      </p>
      {isDivided && (
        <Notice tone="warning">
          This note was changed in two places at once. Both versions are kept, here and in the next note: delete the one
          you don’t need.
        </Notice>
      )}
      <div className={styles.sized}>
        <textarea
          className={styles.text}
          aria-labelledby={pinId}
          rows={3}
          maxLength={NOTE_LENGTH}
          value={draft ?? note.text}
          ref={isNew ? focusOnMount : undefined}
          onChange={({ target }) => write(target.value)}
        />
        {/* For print, and for the field's height in browsers without `field-sizing`. */}
        <p className={styles.copy} aria-hidden="true">
          {draft ?? note.text}
        </p>
      </div>
      {unsaved && draft !== null && (
        <Notice tone="error" title="This note isn’t saved.">
          <p>Copy it, or free up space on this device and keep typing: each time you type, we try again to save it.</p>
        </Notice>
      )}
      {(draft ?? note.text).length >= NOTE_LENGTH && (
        <output className={styles.state}>
          {`This note is full: ${NOTE_LENGTH.toLocaleString('en-US')} characters. Pin another note to write more.`}
        </output>
      )}
      <DeleteNote onConfirm={() => void deleteNote()} pinId={pinId} />
    </li>
  );
}

function DeleteNote({ onConfirm, pinId }: { readonly onConfirm: () => void; readonly pinId: string }) {
  const [asks, setAsks] = useState(false);
  if (!asks) {
    return (
      <Button fit variant="quiet" aria-describedby={pinId} onClick={() => setAsks(true)}>
        Delete
      </Button>
    );
  }
  return (
    <div className={styles.question}>
      <Button fit variant="secondary" ref={focusOnMount} aria-describedby={pinId} onClick={onConfirm}>
        Delete for good
      </Button>
      <Button fit variant="quiet" onClick={() => setAsks(false)}>
        Keep it
      </Button>
    </div>
  );
}
