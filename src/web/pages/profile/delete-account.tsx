import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { deleteAccount } from '../../../contract/own-data.ts';
import { call } from '../../app/api.ts';
import { Fetched } from '../../app/fetched.tsx';
import { Form } from '../../app/forms.tsx';
import { securityQuery } from '../../app/queries.ts';
import { emailCode } from '../../app/reauthentication.ts';
import { signOut } from '../../app/session.ts';
import { DialogChoice } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CodeProof, PasswordProof, proofForm, type ProofValues } from '../security/proof-fields.tsx';

export function DeleteAccount({ onClose }: { readonly onClose: () => void }) {
  return (
    <Fetched query={securityQuery} label="Inspecting the locks">
      {({ password }) => <DeletionForm proof={password === null ? 'nonce' : 'password'} onClose={onClose} />}
    </Fetched>
  );
}

function DeletionForm({ proof, onClose }: { readonly proof: 'password' | 'nonce'; readonly onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(proofForm), defaultValues: { proof: '' } });
  const send = useMutation({ mutationFn: emailCode });
  const remove = useMutation({
    mutationFn: (values: ProofValues) => call(deleteAccount, { body: { [proof]: values.proof } }),
    // The session is gone with the account; signing out clears this browser.
    onSuccess: signOut,
  });
  return (
    <Form form={form} save={remove}>
      {remove.isError && <Notice tone="error">{remove.error.message}</Notice>}
      <p>
        Your name, your addresses and your devices are erased, and letters still to come will not be sent. It cannot be
        undone, not even by us.
      </p>
      {proof === 'password' ? (
        <PasswordProof />
      ) : (
        <CodeProof send={send} hint="You have no password with us, so we write to you." />
      )}
      <DialogChoice
        yes="Delete for good"
        no="Keep my account"
        busy={remove.isPending || remove.isSuccess}
        onNo={onClose}
      />
    </Form>
  );
}
