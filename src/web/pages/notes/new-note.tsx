import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FieldRow, SelectField, TextField } from '../../ui/field.tsx';
import { ignoreSecondClick } from '../../ui/second-click.ts';
import type { KnownFile } from './known-files.ts';
import type { NoteContent } from './note-store.ts';
import styles from './notes.module.css';

type Kind = NoteContent['kind'];

interface NewNoteProps {
  readonly file: KnownFile;
  readonly letter: number | undefined;
  readonly line: string | undefined;
  readonly onPin: (pin: Omit<NoteContent, 'text'>) => void;
}

export function NewNote({ file, letter, line, onPin }: NewNoteProps) {
  const { letters } = file;
  const [kind, setKind] = useState<Kind>(line === undefined ? 'letter' : 'passage');
  const newest = letters.at(-1)?.letter;
  if (newest === undefined) return <p>No letter has arrived yet. You can pin notes once the first one has.</p>;
  const pin = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const pinnedTo = form.get('pinnedTo');
    onPin({ kind, letter: Number(form.get('letter')), pinnedTo: typeof pinnedTo === 'string' ? pinnedTo.trim() : '' });
    setKind('letter');
  };
  return (
    <form name="new-note" className={styles.form} onSubmit={pin}>
      <FieldRow>
        <SelectField label="Letter" name="letter" defaultValue={letter ?? newest}>
          {letters.map(({ letter: number, title }) => (
            <option key={number} value={number}>
              {`${number}. ${title}`}
            </option>
          ))}
        </SelectField>
        <SelectField label="About" value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
          <option value="letter">The whole letter</option>
          <option value="passage">One line</option>
          {file.characters.length > 0 && <option value="person">A person</option>}
        </SelectField>
      </FieldRow>
      {kind === 'passage' && (
        <TextField label="The line" name="pinnedTo" required maxLength={500} defaultValue={line} autoComplete="off" />
      )}
      {kind === 'person' && (
        <SelectField label="The person" name="pinnedTo">
          {file.characters.map(({ id, name }) => (
            <option key={id}>{name}</option>
          ))}
        </SelectField>
      )}
      <Button fit type="submit" onClick={ignoreSecondClick}>
        Pin a note
      </Button>
    </form>
  );
}
