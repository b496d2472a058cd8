import type { UseMutationResult } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import * as z from 'zod/mini';
import { fieldsOf } from '../../app/forms.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { refusal } from '../auth/refusal-notice.tsx';

const proofForm = (missing: string) => z.object({ proof: z.string().check(z.minLength(1, missing)) });
export const passwordForm = proofForm('Enter your password.');
export const codeForm = proofForm('Enter the code from our email.');
export type ProofValues = z.output<typeof passwordForm>;

export function PasswordProof() {
  const field = fieldsOf(useFormContext<ProofValues>());
  return <PasswordField label="Your password" autoComplete="current-password" required {...field('proof')} />;
}

interface CodeProofProps {
  readonly send: Pick<UseMutationResult<void, Error, void>, 'isError' | 'isPending' | 'isSuccess' | 'error' | 'mutate'>;
  readonly hint: string;
}

export function CodeProof({ send, hint }: CodeProofProps) {
  const field = fieldsOf(useFormContext<ProofValues>());
  return (
    <>
      {send.isError && (
        <Notice tone="error">{refusal(send.error, 'We couldn’t send the code. Please try again.')}</Notice>
      )}
      <Button fit variant="secondary" busy={send.isPending} onClick={() => send.mutate()}>
        {send.isSuccess ? 'Send another code' : 'Send me a code'}
      </Button>
      <TextField
        label="Code from our email"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={send.isSuccess ? 'We’ve emailed you a six-digit code. It works for ten minutes.' : hint}
        required
        {...field('proof')}
      />
    </>
  );
}
