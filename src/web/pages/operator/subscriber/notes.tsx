import { useState } from 'react';
import { addNote, deleteNote, listSubscriberNotes } from '../../../../contract/operator/customer.ts';
import { ApiFailure } from '../../../app/api-failure.ts';
import { call } from '../../../app/api.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { QuestionButton, useOperatorMutation } from '../parts/action-button.tsx';
import { Entry } from '../parts/entry.tsx';
import { Pages } from '../parts/pages.tsx';
import { instantInWords } from '../parts/words.ts';
import styles from './subscriber.module.css';

/** The customer sees these notes only in the export of their data. */
export function Notes({ id }: { readonly id: string }) {
  return (
    <Sheet title="Notes" titleId="notes">
      <Stack>
        <Pages
          query={pagesOf(listSubscriberNotes, { params: { id } })}
          label="Fetching the notes"
          empty="No notes yet. Only operators see them; the customer’s data export has them too."
        >
          {(note) => (
            <Entry
              title={<span className={styles.note}>{note.text}</span>}
              notes={[`by ${note.operator}`]}
              mark={instantInWords(note.at)}
            >
              <QuestionButton
                label="Delete"
                about={`note of ${instantInWords(note.at)}`}
                variant="quiet"
                title="Delete this note?"
                yes="Delete note"
                mutation={() => call(deleteNote, { params: { id: note.id } })}
                said="The note is deleted."
              >
                <p>{note.text}</p>
              </QuestionButton>
            </Entry>
          )}
        </Pages>
        <AddNote id={id} />
      </Stack>
    </Sheet>
  );
}

function AddNote({ id }: { readonly id: string }) {
  const [draft, setDraft] = useState({ key: crypto.randomUUID(), text: '' });
  const adding = useOperatorMutation((body: typeof draft) => call(addNote, { params: { id }, body }), {
    onDone: () => setDraft({ key: crypto.randomUUID(), text: '' }),
  });
  const failure = adding.error;
  const atField = failure instanceof ApiFailure ? failure.fields['text'] : undefined;
  return (
    <form
      className={styles.adding}
      onSubmit={(event) => {
        event.preventDefault();
        if (!adding.isPending) adding.mutate(draft);
      }}
    >
      {failure !== null && atField === undefined && <Notice tone="error">{failure.message}</Notice>}
      <TextAreaField
        label="New note"
        rows={2}
        error={atField}
        maxLength={2000}
        value={draft.text}
        onChange={({ target }) => setDraft({ ...draft, text: target.value })}
      />
      <Button type="submit" variant="secondary" busy={adding.isPending}>
        Add note
      </Button>
    </form>
  );
}
