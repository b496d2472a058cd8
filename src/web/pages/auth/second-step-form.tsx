import { zodResolver } from '@hookform/resolvers/zod';
import type { GoTrueClient } from '@supabase/auth-js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { fieldsOf, Form } from '../../app/forms.tsx';
import { answerOf } from '../../app/session.ts';

interface SecondStepFormProps {
  /** The client whose session is to rise to aal2: the page's, or that of a reset link. */
  readonly client: GoTrueClient;
  readonly onPassed?: () => void;
}

export const codeForm = z.object({
  code: z.pipe(
    z.string().check(z.regex(/^\s*\d{3}\s?\d{3}\s*$/, 'Six digits, as the authenticator shows them.')),
    z.transform((code) => code.replace(/\s/g, '')),
  ),
});

const secondStepForm = z.extend(codeForm, { factorId: z.optional(z.string()) });
type SecondStep = z.output<typeof secondStepForm>;

/** Asks for the authenticator's six digits (rules/accounts 33). */
export function SecondStepForm({ client, onPassed }: SecondStepFormProps) {
  const authenticators = useAuthenticators(client);
  const pass = useMutation({
    mutationFn: (step: SecondStep) => passSecondStep(client, step),
    onSuccess: () => onPassed?.(),
  });
  const form = useForm({
    resolver: zodResolver(secondStepForm),
    // An undefined value selects the first option, where '' would select none.
    defaultValues: { code: '' },
  });
  const field = fieldsOf(form);

  return (
    <Form form={form} save={pass}>
      <RefusalNotice error={pass.error} unexpected="That could not be checked. Please try again." />
      {authenticators.length > 1 && (
        <SelectField label="Authenticator" {...field('factorId')}>
          {authenticators.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label="Verification code"
        hint="The six digits your authenticator app shows for us at this moment."
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...field('code')}
      />
      <Button type="submit" busy={pass.isPending || pass.isSuccess}>
        Verify
      </Button>
      <p>
        Lost the device? <a href={PUBLIC_PATHS.support}>Write to us</a>. We shall ask questions.
      </p>
    </Form>
  );
}

interface Authenticator {
  readonly id: string;
  readonly name: string;
}

const NONE: readonly Authenticator[] = [];

function useAuthenticators(client: GoTrueClient): readonly Authenticator[] {
  const { data = NONE } = useQuery({
    queryKey: ['authenticators', useId()],
    queryFn: () => listAuthenticators(client),
  });
  return data;
}

async function listAuthenticators(client: GoTrueClient): Promise<Authenticator[]> {
  const { data } = await answerOf(client.mfa.listFactors());
  return data.totp.map(({ id, friendly_name: name }, index) => ({ id, name: name || `Authenticator ${index + 1}` }));
}

async function passSecondStep(client: GoTrueClient, { code, factorId }: SecondStep): Promise<void> {
  const chosen = factorId || (await listAuthenticators(client))[0]?.id;
  if (chosen === undefined) {
    // The last factor was removed elsewhere meanwhile.
    await client.refreshSession();
    return;
  }
  await answerOf(client.mfa.challengeAndVerify({ factorId: chosen, code }));
}
