import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState, useSyncExternalStore } from 'react';
import type { CaseFileReply } from '../../../contract/case-file.ts';
import { Fetched } from '../../app/fetched.tsx';
import { useSession } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { CasePage } from '../case-file/case-nav.tsx';
import { caseFileQuery } from '../case-file/case-queries.ts';
import { NewNote } from './new-note.tsx';
import { NoteCard } from './note-card.tsx';
import { type LocalNote, newNoteId, type NoteContent } from './note-store.ts';
import { type Notebook, notebookOf, type NotebookState } from './notebook.ts';
import styles from './notes.module.css';
import { searchNotes } from './search.ts';

const route = getRouteApi('/signed-in/account/case/notes');

export function NotesPage() {
  const { season } = route.useSearch();
  return (
    <CasePage title="Notes" season={season}>
      {(chosen) => (
        <Fetched query={caseFileQuery(chosen)} label="Opening your notes" lines={6}>
          {(file) => <OwnNotes key={chosen} file={file} />}
        </Fetched>
      )}
    </CasePage>
  );
}

function OwnNotes({ file }: { readonly file: CaseFileReply }) {
  const userId = useSession()?.user.id;
  return userId === undefined ? null : <Notes book={notebookOf(userId, file.seasonId)} file={file} />;
}

const SHOWN_AT_FIRST = 40;

function Notes({ book, file }: { readonly book: Notebook; readonly file: CaseFileReply }) {
  const { letter, line } = route.useSearch();
  const { notes, state } = useSyncExternalStore(book.subscribe, book.view);
  const [query, setQuery] = useState('');
  const [newest, setNewest] = useState<string | null>(null);
  const pin = async (content: Omit<NoteContent, 'text'>) => {
    const saved = await book.save({ ...content, id: newNoteId(new Date()), text: '', seen: 0 });
    setQuery('');
    setNewest(saved?.id ?? null);
  };
  if (state.kind === 'unavailable') return <NoStorage />;
  return (
    <>
      <Sheet title="A new note">
        <NewNote
          file={file}
          letter={letter === undefined ? undefined : Number(letter)}
          line={line}
          onPin={(content) => void pin(content)}
        />
      </Sheet>
      <Sheet title="Your notes">
        <Stack>
          {(notes.length > 0 || state.kind !== 'sent') && <StateOfNotes state={state} />}
          {notes.length > 0 && (
            <TextField
              label="Search your notes"
              type="search"
              autoComplete="off"
              value={query}
              onChange={({ target }) => setQuery(target.value)}
            />
          )}
          <NoteList key={query} book={book} found={searchNotes(notes, query)} all={notes.length} newest={newest} />
        </Stack>
      </Sheet>
    </>
  );
}

function NoStorage() {
  return (
    <Notice tone="error" title="Your notes cannot be kept here.">
      <p>
        This browser lets no page store anything, and notes are stored before they are sent. A private window does that,
        and so does a setting; either can be changed.
      </p>
    </Notice>
  );
}

const STATES = {
  opening: 'Looking for your notes.',
  sent: 'Everything is kept here and with us.',
  sending: 'Kept here. It is on its way to us.',
  offline: 'No line. Everything is kept here, and is sent when the line is back.',
} as const;

function StateOfNotes({ state }: { readonly state: NotebookState }) {
  if (state.kind === 'refused') return <Notice tone="warning">{state.message}</Notice>;
  if (state.kind === 'unavailable') return null;
  // Heard when the line goes, and not after each word.
  if (state.kind === 'offline') return <Notice tone="info">{STATES.offline}</Notice>;
  return <p className={styles.state}>{STATES[state.kind]}</p>;
}

interface NoteListProps {
  readonly book: Notebook;
  readonly found: readonly LocalNote[];
  readonly all: number;
  readonly newest: string | null;
}

function NoteList({ book, found, all, newest }: NoteListProps) {
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  const place = useRef<HTMLUListElement>(null);
  if (all === 0) return <p>No notes yet. The margin of a good letter is never empty for long.</p>;
  if (found.length === 0) return <p>No note of yours says that.</p>;
  return (
    <>
      <ul className={styles.notes} ref={place} tabIndex={-1} aria-label="Notes">
        {found.slice(0, shown).map((note) => (
          <NoteCard
            key={note.id}
            note={note}
            book={book}
            isNew={note.id === newest}
            onDelete={() => place.current?.focus()}
          />
        ))}
      </ul>
      {found.length > shown && (
        <Button fit variant="secondary" onClick={() => setShown(shown + SHOWN_AT_FIRST)}>
          {`Show more (${found.length - shown} older ones)`}
        </Button>
      )}
    </>
  );
}
