import { zodResolver } from '@hookform/resolvers/zod';
import type { GoTrueClient } from '@supabase/auth-js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { fieldsOf, Form } from '../../app/forms.tsx';
import { answerOf } from '../../app/session.ts';

interface SecondStepFormProps {
  /** The client whose session gets level aal2: the page's own, or a reset link's. */
  readonly client: GoTrueClient;
  readonly onPassed?: () => void;
}

export const codeForm = z.object({
  code: z.pipe(
    z.string().check(z.regex(/^\s*\d{3}\s?\d{3}\s*$/, 'Enter the six digits your authenticator app shows.')),
    z.transform((code) => code.replace(/\s/g, '')),
  ),
});

const secondStepForm = z.extend(codeForm, { factorId: z.optional(z.string()) });
type SecondStep = z.output<typeof secondStepForm>;

const recoveryForm = z.extend(secondStepForm, {
  code: z.string().check(z.regex(/^\s*([A-Za-z2-7][\s-]*){24}$/, 'Enter all 24 letters and digits of the code.')),
});

/** Asks for six digits from the authenticator, or for a recovery code (rules/accounts 33, 44). */
export function SecondStepForm({ client, onPassed }: SecondStepFormProps) {
  const authenticators = useAuthenticators(client);
  const [byRecovery, setByRecovery] = useState(false);
  const pass = useMutation({
    mutationFn: (step: SecondStep) => passSecondStep(client, step),
    onSuccess: () => onPassed?.(),
  });
  const form = useForm({
    resolver: zodResolver(byRecovery ? recoveryForm : secondStepForm),
    // An undefined value selects the first option; '' would select none.
    defaultValues: { code: '' },
  });
  const field = fieldsOf(form);

  function changeWay() {
    pass.reset();
    form.reset({ code: '' });
    setByRecovery(!byRecovery);
  }

  return (
    <Form form={form} save={pass}>
      <RefusalNotice error={pass.error} unexpected="We couldn’t check that code. Please try again." />
      {authenticators.length > 1 && (
        <SelectField label="Authenticator app" {...field('factorId')}>
          {authenticators.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {byRecovery ? (
        <TextField
          key="recovery"
          label="Recovery code"
          hint="One of the ten codes you saved when you set up this authenticator app. Each works once."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          {...field('code')}
        />
      ) : (
        <TextField
          key="app"
          label="Verification code"
          hint="The six digits your authenticator app shows right now."
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          {...field('code')}
        />
      )}
      <Button type="submit" busy={pass.isPending || pass.isSuccess}>
        Verify
      </Button>
      <Button variant="quiet" fit onClick={changeWay}>
        {byRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </Button>
      <p>
        Lost your device and your codes? <a href={PUBLIC_PATHS.support}>Contact us</a>; we’ll ask some questions to make
        sure it’s you.
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
  return data.totp.map(({ id, friendly_name: name, created_at: addedAt }, index) => ({
    id,
    name: name || `Authenticator app ${index + 1}, added ${formatDate(new Date(addedAt))}`,
  }));
}

async function passSecondStep(client: GoTrueClient, { code, factorId }: SecondStep): Promise<void> {
  const chosen = factorId || (await listAuthenticators(client))[0]?.id;
  if (chosen === undefined) {
    // The last factor was removed elsewhere in the meantime.
    await client.refreshSession();
    return;
  }
  await answerOf(client.mfa.challengeAndVerify({ factorId: chosen, code }));
}
