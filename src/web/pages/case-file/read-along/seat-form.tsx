import { type FormEvent } from 'react';
import { SEAT_NAME_LENGTH } from '../../../../domain/case-group.ts';
import { ApiFailure } from '../../../app/api-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './read-along.module.css';

interface SeatChoice {
  readonly name: string;
  readonly showsNotes: boolean;
}

interface SeatFormProps {
  readonly seat?: SeatChoice;
  readonly submit: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSubmit: (choice: SeatChoice) => void;
}

export function SeatForm({ seat, submit, busy, error, onSubmit }: SeatFormProps) {
  const problem = error instanceof ApiFailure ? error.fields['name'] : undefined;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = form.get('name');
    onSubmit({ name: typeof name === 'string' ? name : '', showsNotes: form.has('showsNotes') });
  };
  return (
    <form name="seat" className={styles.form} onSubmit={send}>
      {error !== null && problem === undefined && <Notice tone="error">{error.message}</Notice>}
      <TextField
        label="Your name in the group"
        hint="A first name or a nickname is enough."
        name="name"
        required
        announced
        autoComplete="nickname"
        maxLength={SEAT_NAME_LENGTH}
        defaultValue={seat?.name}
        error={problem}
      />
      <CheckboxField
        label="The others can see my notes"
        hint="Each person sees a note of yours when they have as many letters as you had when you wrote it. You can change this at any time."
        name="showsNotes"
        defaultChecked={seat?.showsNotes ?? true}
      />
      <Button fit type="submit" busy={busy}>
        {submit}
      </Button>
    </form>
  );
}
