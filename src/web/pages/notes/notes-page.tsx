import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { Fetched } from '../../app/fetched.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { CasePage } from '../case-file/case-page.tsx';
import { knownFileQuery } from '../case-file/case-queries.ts';
import type { KnownFile } from './known-files.ts';
import { NewNote } from './new-note.tsx';
import { NoteCard } from './note-card.tsx';
import { type LocalNote, newNoteId, type NoteContent, wereOne } from './note-store.ts';
import { type Notebook, notebookOf, type NotebookState } from './notebook.ts';
import styles from './notes.module.css';
import { searchNotes } from './search.ts';
import { useOfflineApp } from './use-offline-app.ts';

const route = getRouteApi('/signed-in/account/case/notes');

export function NotesPage() {
  const { season } = route.useSearch();
  useOfflineApp();
  return (
    <CasePage title="Notes" season={season}>
      {(chosen) => (
        <Fetched query={knownFileQuery(chosen)} label="Opening your notes" lines={6}>
          {(file) => <OwnNotes key={chosen} file={file} />}
        </Fetched>
      )}
    </CasePage>
  );
}

function OwnNotes({ file }: { readonly file: KnownFile }) {
  const { user } = route.useRouteContext();
  return <Notes book={notebookOf(user.id, file.seasonId)} file={file} />;
}

const SHOWN_AT_FIRST = 40;

function Notes({ book, file }: { readonly book: Notebook; readonly file: KnownFile }) {
  const { letter, line } = route.useSearch();
  const { notes, state, unsaved } = useSyncExternalStore(book.subscribe, book.view);
  const [query, setQuery] = useState('');
  const [newest, setNewest] = useState<string | null>(null);
  const pin = async (content: Omit<NoteContent, 'text'>) => {
    const saved = await book.save({ ...content, id: newNoteId(new Date()), text: '', seen: 0 }).catch(() => null);
    setQuery('');
    setNewest(saved?.id ?? null);
  };
  const fresh = notes.find(({ id }) => id === newest);
  const place = useRef<HTMLDivElement>(null);
  if (state.kind === 'unavailable') return <NoStorage />;
  return (
    <>
      <div className={styles.writing} ref={place} tabIndex={-1}>
        <Sheet title="A new note">
          <Stack>
            <NewNote
              file={file}
              letter={letter === undefined ? undefined : Number(letter)}
              line={line}
              onPin={(content) => void pin(content)}
            />
            {fresh !== undefined && (
              <ul className={styles.notes} aria-label="The new note">
                <NoteCard
                  key={fresh.id}
                  note={fresh}
                  book={book}
                  isNew
                  isDivided={isDivided(fresh, notes[notes.indexOf(fresh) + 1])}
                  unsaved={unsaved}
                  onDelete={() => place.current?.focus()}
                />
              </ul>
            )}
          </Stack>
        </Sheet>
      </div>
      <Sheet title="Your notes">
        <Stack>
          {unsaved && (
            <Notice tone="warning">
              Your last change isn’t saved. This device may have no space left: free up space, then make the change
              again.
            </Notice>
          )}
          {!unsaved && (notes.length > 0 || state.kind !== 'sent') && <StateOfNotes state={state} />}
          {notes.length > 0 && (
            <div className={styles.writing}>
              <TextField
                label="Search your notes"
                type="search"
                autoComplete="off"
                value={query}
                onChange={({ target }) => setQuery(target.value)}
              />
            </div>
          )}
          {state.kind !== 'opening' && (
            <NoteList
              key={query}
              book={book}
              found={searchNotes(notes, query).filter(({ id }) => id !== newest)}
              all={notes.length}
              unsaved={unsaved}
              hasFresh={fresh !== undefined}
            />
          )}
        </Stack>
      </Sheet>
    </>
  );
}

function NoStorage() {
  return (
    <Notice tone="error" title="Your notes can’t be saved in this browser.">
      <p>
        We need to store your notes in this browser before we save them to your account, and the browser doesn’t allow
        it. If this is a private window, use an ordinary one. Otherwise, allow this site to store data in your browser’s
        settings.
      </p>
    </Notice>
  );
}

const STATES = {
  opening: 'Looking for your notes.',
  sent: 'All notes are saved on this device and in your account.',
  sending: 'Saved on this device. Saving to your account…',
  offline:
    'No connection. Your notes are saved on this device. We’ll save them in your account once you’re back online.',
} as const;

function StateOfNotes({ state }: { readonly state: NotebookState }) {
  if (state.kind === 'refused') return <Notice tone="warning">{state.message}</Notice>;
  if (state.kind === 'unavailable') return null;
  // A screen reader reads it when the connection is lost, not after each word.
  if (state.kind === 'offline') return <Notice tone="info">{STATES.offline}</Notice>;
  return <p className={styles.state}>{STATES[state.kind]}</p>;
}

function isDivided(note: LocalNote, next: LocalNote | undefined): boolean {
  return next !== undefined && wereOne(note, next);
}

interface NoteListProps {
  readonly book: Notebook;
  readonly found: readonly LocalNote[];
  readonly all: number;
  readonly hasFresh: boolean;
  readonly unsaved: boolean;
}

function NoteList({ book, found, all, unsaved, hasFresh }: NoteListProps) {
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  const place = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // A printed page has no button for more notes.
    const showAll = () => flushSync(() => setShown(Number.POSITIVE_INFINITY));
    addEventListener('beforeprint', showAll);
    return () => removeEventListener('beforeprint', showAll);
  }, []);
  if (all === 0) return <p>No notes yet. The margin of a good letter is never empty for long.</p>;
  if (found.length === 0 && hasFresh) return <p>Your new note is above.</p>;
  if (found.length === 0) return <p>No note matches your search.</p>;
  return (
    <>
      <ul className={styles.notes} ref={place} tabIndex={-1} aria-label="Notes">
        {found.slice(0, shown).map((note, index) => (
          <NoteCard
            key={note.id}
            note={note}
            book={book}
            isNew={false}
            isDivided={isDivided(note, found[index + 1])}
            unsaved={unsaved}
            onDelete={() => place.current?.focus()}
          />
        ))}
      </ul>
      {found.length > shown && (
        <Button fit variant="secondary" onClick={() => setShown(shown + SHOWN_AT_FIRST)}>
          {`Show older notes (${found.length - shown})`}
        </Button>
      )}
    </>
  );
}
