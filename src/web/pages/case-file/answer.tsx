import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type CasePuzzle, checkAnswer, typedAnswer } from '../../../contract/case-file.ts';
import { call } from '../../app/api.ts';
import { fieldsOf, Form } from '../../app/forms.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './puzzles-page.module.css';

const answerForm = z.object({ answer: typedAnswer });

interface AnswerProps {
  readonly season: string;
  readonly puzzle: CasePuzzle;
  readonly label: string;
}

/** If the user types again, the result of the last answer disappears. */
export function Answer({ season, puzzle: { id, title }, label }: AnswerProps) {
  const form = useForm({ resolver: zodResolver(answerForm), defaultValues: { answer: '' } });
  const check = useMutation({
    mutationFn: ({ answer }: z.output<typeof answerForm>) =>
      call(checkAnswer, { params: { season }, body: { puzzle: id, answer } }),
  });
  return (
    <div className={styles.asking}>
      <Form form={form} save={check} fields={['answer']} onChange={check.reset}>
        <TextField label={label} autoComplete="off" {...fieldsOf(form)('answer')} />
        <Button type="submit" variant="secondary" fit busy={check.isPending} aria-label={`Check your answer: ${title}`}>
          Check your answer
        </Button>
        {check.isError && <Notice tone="error">{check.error.message}</Notice>}
        {check.data && <Verdict {...check.data} />}
      </Form>
    </div>
  );
}

function Verdict({ right, solution }: { readonly right: boolean; readonly solution: string | null }) {
  if (!right) return <Notice tone="info">That isn’t right yet. Try again, or look at the hints.</Notice>;
  return <Notice tone="success">{`Right. ${solution ?? ''}`}</Notice>;
}
