import type { UseMutationResult } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

export const proofForm = z.object({ proof: z.string().check(z.minLength(1, 'We have to know that it is you.')) });
export type ProofValues = z.output<typeof proofForm>;

interface ProofProps {
  readonly form: UseFormReturn<ProofValues>;
}

export function PasswordProof({ form }: ProofProps) {
  return (
    <PasswordField
      label="Your password"
      autoComplete="current-password"
      required
      error={form.formState.errors.proof?.message}
      {...form.register('proof')}
    />
  );
}

interface CodeProofProps extends ProofProps {
  readonly send: Pick<UseMutationResult<void, Error, void>, 'isError' | 'isPending' | 'isSuccess' | 'error' | 'mutate'>;
  /** What the field says before a code has been emailed. */
  readonly hint: string;
}

export function CodeProof({ form, send, hint }: CodeProofProps) {
  return (
    <>
      {send.isError && <Notice tone="error">{send.error?.message}</Notice>}
      <div>
        <Button variant="secondary" busy={send.isPending} onClick={() => send.mutate()}>
          {send.isSuccess ? 'Send another code' : 'Send me a code'}
        </Button>
      </div>
      <TextField
        label="Code from our letter"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={send.isSuccess ? 'Six digits, in your inbox by now. They work for ten minutes.' : hint}
        required
        error={form.formState.errors.proof?.message}
        {...form.register('proof')}
      />
    </>
  );
}
