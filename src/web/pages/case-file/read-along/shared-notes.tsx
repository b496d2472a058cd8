import { useState } from 'react';
import type { SharedNote } from '../../../../contract/case-groups.ts';
import { formatDate } from '../../../../domain/calendar-date.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { pinWords } from '../../notes/pin-words.ts';
import { sharedNotesQuery } from '../case-queries.ts';
import styles from './read-along.module.css';

interface SharedNotesProps {
  readonly season: string;
  readonly reach: number;
  readonly isAlone: boolean;
}

export function SharedNotes({ season, reach, isAlone }: SharedNotesProps) {
  const [letter, setLetter] = useState('');
  if (isAlone) return null;
  return (
    <Sheet title="Notes from the others" kicker="Up to the letter you’ve reached">
      <Stack>
        {reach > 1 && (
          <SelectField label="Pinned to" value={letter} onChange={({ target }) => setLetter(target.value)}>
            <option value="">Any letter</option>
            {Array.from({ length: reach }, (_, index) => (
              <option key={index} value={index + 1}>{`Letter ${index + 1}`}</option>
            ))}
          </SelectField>
        )}
        <Pages key={letter} season={season} letter={letter} />
      </Stack>
    </Sheet>
  );
}

function Pages({ season, letter }: { readonly season: string; readonly letter: string }) {
  const [befores, setBefores] = useState<readonly (string | null)[]>([null]);
  return befores.map((before, index) => (
    <Fetched
      key={before}
      query={sharedNotesQuery(season, { ...(letter && { letter }), ...(before && { before }) })}
      label="Loading notes"
      lines={4}
    >
      {({ notes, next }) => (
        <>
          {notes.length === 0 && (
            <p>
              No notes to read yet. You can read a note when you have as many letters as its writer had when writing it.
            </p>
          )}
          {notes.length > 0 && (
            <ul
              className={styles.notes}
              aria-label={index === 0 ? 'Notes from the others' : 'Older notes from the others'}
            >
              {notes.map((note) => (
                <Note key={`${note.name} ${note.id}`} note={note} />
              ))}
            </ul>
          )}
          {next !== null && index === befores.length - 1 && (
            <Button fit variant="secondary" onClick={() => setBefores([...befores, next])}>
              Show older notes
            </Button>
          )}
        </>
      )}
    </Fetched>
  ));
}

function Note({ note }: { readonly note: SharedNote }) {
  return (
    <li className={styles.note}>
      <p className={styles.state}>{pinWords(note)}</p>
      <p className={styles.text}>{note.text}</p>
      <p className={styles.state}>{`${note.name}, ${formatDate(new Date(note.changedAt))}`}</p>
    </li>
  );
}
