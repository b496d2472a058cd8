import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { deleteAccount } from '../../../contract/own-data.ts';
import { call } from '../../app/api.ts';
import { securityQuery } from '../../app/queries.ts';
import { auth, signOut } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { DialogChoice } from '../../ui/dialog-body.tsx';
import { FieldGroup, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TryAgain } from '../../ui/try-again.tsx';

/** Says what is lost, and asks who is asking: by the password, or by a code from a mail where there is none. */
export function DeleteAccount({ onClose }: { readonly onClose: () => void }) {
  const security = useQuery(securityQuery);
  if (security.isPending) return <Skeleton label="Inspecting the locks" />;
  if (security.data === undefined) {
    return <TryAgain onRetry={() => void security.refetch()}>{security.error.message}</TryAgain>;
  }
  return <DeletionForm proof={security.data.password === null ? 'nonce' : 'password'} onClose={onClose} />;
}

type Proof = 'password' | 'nonce';

const deletionForm = z.object({ proof: z.string().check(z.minLength(1, 'We have to know that it is you.')) });
type Values = z.output<typeof deletionForm>;

interface DeletionFormProps {
  readonly proof: Proof;
  readonly onClose: () => void;
}

function DeletionForm({ proof, onClose }: DeletionFormProps) {
  const form = useForm({ resolver: zodResolver(deletionForm), defaultValues: { proof: '' } });
  const remove = useMutation({
    mutationFn: (values: Values) => call(deleteAccount, { body: { [proof]: values.proof } }),
    // The session has gone with the account; signing out clears this browser of it.
    onSuccess: signOut,
  });
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit((values) => remove.mutate(values))(event)}>
      <FieldGroup>
        {remove.isError && <Notice tone="error">{remove.error.message}</Notice>}
        <p>
          Your name, your addresses and your devices are erased, and letters still to come will not be sent. It cannot
          be undone, not even by us.
        </p>
        {proof === 'password' ? <PasswordProof form={form} /> : <CodeProof form={form} />}
        <DialogChoice
          yes="Delete for good"
          no="Keep my account"
          busy={remove.isPending || remove.isSuccess}
          onNo={onClose}
        />
      </FieldGroup>
    </form>
  );
}

interface ProofProps {
  readonly form: UseFormReturn<Values>;
}

function PasswordProof({ form }: ProofProps) {
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

function CodeProof({ form }: ProofProps) {
  const send = useMutation({ mutationFn: sendCode });
  return (
    <>
      {send.isError && <Notice tone="error">{send.error.message}</Notice>}
      <div>
        <Button variant="secondary" busy={send.isPending} onClick={() => send.mutate()}>
          {send.isSuccess ? 'Send another code' : 'Send me a code'}
        </Button>
      </div>
      <TextField
        label="Code from our letter"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={
          send.isSuccess ? 'Six digits, in your inbox by now.' : 'You have no password with us, so we write to you.'
        }
        required
        error={form.formState.errors.proof?.message}
        {...form.register('proof')}
      />
    </>
  );
}

async function sendCode(): Promise<void> {
  const { error } = await auth.reauthenticate();
  if (error) throw error;
}
