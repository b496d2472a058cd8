import { type ReactNode, useState } from 'react';
import { ApiFailure } from '../../../app/api-failure.ts';
import { TextField } from '../../../ui/field.tsx';
import { QuestionButton, type QuestionButtonProps } from './action-button.tsx';

interface QuestionWithNoteProps<Result> extends Omit<QuestionButtonProps<Result>, 'mutation' | 'children'> {
  readonly consequence: ReactNode;
  readonly children?: ReactNode;
  readonly mutation: (note: string) => Promise<Result>;
}

export function QuestionWithNote<Result>({
  consequence,
  mutation,
  children,
  onDone,
  ...button
}: QuestionWithNoteProps<Result>) {
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const send = async () => {
    try {
      return await mutation(note);
    } catch (error) {
      setRefusal(error instanceof ApiFailure ? error.fields['note'] : undefined);
      throw error;
    }
  };
  return (
    <QuestionButton
      {...button}
      mutation={send}
      onDone={(result) => {
        setNote('');
        onDone?.(result);
      }}
    >
      <p>{consequence}</p>
      {children}
      <TextField
        label="Why"
        hint="Kept in the log."
        error={refusal}
        maxLength={500}
        value={note}
        onChange={({ target }) => {
          setNote(target.value);
          setRefusal(undefined);
        }}
      />
    </QuestionButton>
  );
}
