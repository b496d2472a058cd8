import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { deleteAccount, getOwnData } from '../../../contract/own-data.ts';
import { GUARANTEE_DAYS } from '../../../domain/guarantee.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { call } from '../../app/api.ts';
import { OPENED_HERE, useCloseDialog } from '../../app/dialog-history.ts';
import { saveFile } from '../../app/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogChoice } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { Fetched } from '../../app/fetched.tsx';
import { Form } from '../../app/forms.tsx';
import { securityQuery } from '../../app/queries.ts';
import { emailCode, needsReauthentication } from '../../app/reauthentication.ts';
import { signOut } from '../../app/session.ts';
import { stringifySearch } from '../../app/search-params.ts';
import { useReauthentication } from '../security/reauthentication.tsx';
import { CodeProof, codeForm, passwordForm, PasswordProof, type ProofValues } from '../security/proof-fields.tsx';

const route = getRouteApi('/signed-in/account/profile');

export function YourData() {
  return (
    <Sheet title="Your Data">
      <Stack>
        <Download />
        <Deletion />
      </Stack>
    </Sheet>
  );
}

function Download() {
  const guard = useReauthentication();
  const download = useMutation({ mutationFn: () => guard(downloadOwnData) });
  return (
    <Stack>
      <p>Everything we keep about you, in one file (JSON).</p>
      {download.isError && <Notice tone="error">{download.error.message}</Notice>}
      <Button fit variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
        Download my data
      </Button>
    </Stack>
  );
}

function Deletion() {
  const { dialog } = route.useSearch();
  const navigate = route.useNavigate();
  const close = useCloseDialog();
  return (
    <Stack>
      <p>
        If you delete your account, we erase everything in it, except the payment records that tax law makes us keep.
      </p>
      <Button
        fit
        variant="quiet"
        aria-haspopup="dialog"
        onClick={() => void navigate({ search: { dialog: 'delete' }, ...OPENED_HERE })}
      >
        Delete account
      </Button>
      <Dialog open={dialog === 'delete'} onClose={() => close()} title="Delete your account?">
        <DeleteAccount onClose={close} />
      </Dialog>
    </Stack>
  );
}

async function downloadOwnData(): Promise<void> {
  const data = await call(getOwnData);
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  saveFile(file, `dead-letter-club-${data.exportedAt.slice(0, 10)}.json`);
}

function DeleteAccount({ onClose }: { readonly onClose: () => void }) {
  return (
    <Fetched query={securityQuery} label="Loading">
      {({ password }) => <DeletionForm hasPassword={password !== null} onClose={onClose} />}
    </Fetched>
  );
}

const AFTER_DELETION = APP_PATHS.signin + stringifySearch({ news: 'account_deleted' });

function DeletionForm({ hasPassword, onClose }: { readonly hasPassword: boolean; readonly onClose: () => void }) {
  const [proof, setProof] = useState<'password' | 'nonce'>(hasPassword ? 'password' : 'nonce');
  const form = useForm({
    resolver: zodResolver(proof === 'password' ? passwordForm : codeForm),
    defaultValues: { proof: '' },
  });
  const send = useMutation({ mutationFn: emailCode });
  const remove = useMutation({
    mutationFn: (values: ProofValues) => call(deleteAccount, { body: { [proof]: values.proof } }),
    // The session ended with the account; signing out clears this browser.
    onSuccess: () => signOut(AFTER_DELETION),
    onError(error) {
      if (!needsReauthentication(error)) return;
      form.reset();
      setProof('nonce');
    },
  });
  return (
    <Form form={form} save={remove}>
      {remove.isError && <Notice tone="error">{remove.error.message}</Notice>}
      <p>
        {`We erase everything in your account, except the payment records that tax law makes us keep. We mail no more of the letters you’ve paid for, including letters of gifts you gave, and you get no refund for them. If you want a refund under the ${GUARANTEE_DAYS}-day guarantee, email us before you delete. Letters of gifts you received still arrive. Nobody can undo a deletion, not even us.`}
      </p>
      {proof === 'password' ? (
        <PasswordProof />
      ) : (
        <CodeProof
          send={send}
          hint={
            hasPassword
              ? 'We’ll send the code to your account’s email address.'
              : 'Your account has no password. Press “Send me a code”, and we’ll email you one.'
          }
        />
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
