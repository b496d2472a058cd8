import { useState } from 'react';
import { TextField } from '../../../ui/field.tsx';
import { QuestionButton, type QuestionButtonProps } from './action-button.tsx';

interface QuestionWithNoteProps<Result> extends Omit<QuestionButtonProps<Result>, 'mutation' | 'onDone' | 'children'> {
  readonly consequence: string;
  readonly mutation: (note: string) => Promise<Result>;
}

/** The reason is kept in the log. */
export function QuestionWithNote<Result>({ consequence, mutation, ...button }: QuestionWithNoteProps<Result>) {
  const [note, setNote] = useState('');
  return (
    <QuestionButton {...button} mutation={() => mutation(note)} onDone={() => setNote('')}>
      <p>{consequence}</p>
      <TextField
        label="Why"
        hint="Kept in the log."
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </QuestionButton>
  );
}
