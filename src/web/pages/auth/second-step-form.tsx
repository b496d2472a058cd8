import { zodResolver } from '@hookform/resolvers/zod';
import type { GoTrueClient } from '@supabase/auth-js';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup, TextField } from '../../ui/field.tsx';
import { RefusalNotice } from './refusal-notice.tsx';

interface SecondStepFormProps {
  /** Whose session is to rise to aal2: the page's, or that of a reset link. */
  readonly client: GoTrueClient;
  readonly onPassed?: () => void;
}

export const codeForm = z.object({
  code: z.pipe(
    z.string().check(z.regex(/^\s*\d{3}\s?\d{3}\s*$/, 'Six digits, as the authenticator shows them.')),
    z.transform((code) => code.replace(/\s/g, '')),
  ),
});

/** Asks for the authenticator's six digits (AUTH-CONTRACT §3.15). */
export function SecondStepForm({ client, onPassed }: SecondStepFormProps) {
  const pass = useMutation({
    mutationFn: (code: string) => passSecondStep(client, code),
    onSuccess: () => onPassed?.(),
  });
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(codeForm),
    defaultValues: { code: '' },
  });

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(({ code }) => pass.mutate(code))(event)}>
      <FieldGroup>
        <RefusalNotice error={pass.error} unexpected="That could not be checked. Please try again." />
        <TextField
          label="Verification code"
          hint="The six digits your authenticator app shows for us at this moment."
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={formState.errors.code?.message}
          {...register('code')}
        />
        <Button type="submit" busy={pass.isPending || pass.isSuccess}>
          Verify
        </Button>
        <p>
          Lost the device? <a href={PUBLIC_PATHS.support}>Write to us</a>. We shall ask questions.
        </p>
      </FieldGroup>
    </form>
  );
}

/** Nobody knows which of two authenticators is in which pocket, so the code is tried against each. */
async function passSecondStep(client: GoTrueClient, code: string): Promise<void> {
  const { data, error } = await client.mfa.listFactors();
  if (error) throw error;
  let refusal: Error | null = null;
  for (const { id } of data.totp) {
    const attempt = await client.mfa.challengeAndVerify({ factorId: id, code });
    if (!attempt.error) return;
    refusal = attempt.error;
  }
  if (refusal) throw refusal;
  // The last factor was removed elsewhere in the meantime: there is nothing left to pass.
  await client.refreshSession();
}
