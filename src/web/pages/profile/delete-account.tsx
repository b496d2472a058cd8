import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { deleteAccount } from '../../../contract/own-data.ts';
import { call } from '../../app/api.ts';
import { securityQuery } from '../../app/queries.ts';
import { emailCode } from '../../app/reauthentication.ts';
import { signOut } from '../../app/session.ts';
import { DialogChoice } from '../../ui/dialog-body.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { CodeProof, PasswordProof, proofForm, type ProofValues } from '../security/proof-fields.tsx';

export function DeleteAccount({ onClose }: { readonly onClose: () => void }) {
  const security = useQuery(securityQuery);
  if (security.isPending) return <Skeleton label="Inspecting the locks" />;
  if (security.data === undefined) {
    return <TryAgain onRetry={() => void security.refetch()}>{security.error.message}</TryAgain>;
  }
  return <DeletionForm proof={security.data.password === null ? 'nonce' : 'password'} onClose={onClose} />;
}

type Proof = 'password' | 'nonce';

interface DeletionFormProps {
  readonly proof: Proof;
  readonly onClose: () => void;
}

function DeletionForm({ proof, onClose }: DeletionFormProps) {
  const form = useForm({ resolver: zodResolver(proofForm), defaultValues: { proof: '' } });
  const send = useMutation({ mutationFn: emailCode });
  const remove = useMutation({
    mutationFn: (values: ProofValues) => call(deleteAccount, { body: { [proof]: values.proof } }),
    // The session is gone with the account; signing out clears this browser.
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
        {proof === 'password' ? (
          <PasswordProof form={form} />
        ) : (
          <CodeProof form={form} send={send} hint="You have no password with us, so we write to you." />
        )}
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
