import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { Form } from '../../app/forms.tsx';
import { securityQuery, userQuery } from '../../app/queries.ts';
import { googleProofPage, emailCode, proveByCode, proveByPassword } from '../../app/reauthentication.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogChoice } from '../../ui/dialog.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TryAgain } from '../../ui/notice.tsx';
import { rememberJourney, untilGone } from '../auth/google.ts';
import { GoogleMark } from '../auth/google-button.tsx';
import { RefusalNotice } from '../auth/refusal-notice.tsx';
import { CodeProof, codeForm, passwordForm, PasswordProof, type ProofValues } from './proof-fields.tsx';
import { Text } from '../../ui/text.tsx';

interface AskedProps {
  readonly onProved: () => void;
  readonly onClose: () => void;
}

export function ReauthenticationDialog({ open, ...asked }: AskedProps & { readonly open: boolean }) {
  return (
    <Dialog open={open} onClose={asked.onClose} title="Confirm It’s You">
      <p>You signed in a while ago. Confirm that it’s still you to continue.</p>
      <Proofs {...asked} />
    </Dialog>
  );
}

function Proofs(asked: AskedProps) {
  const security = useQuery(securityQuery);
  const user = useQuery(userQuery);
  const error = security.error ?? user.error;
  if (security.data && user.data) {
    const google = user.data.identities?.find((identity) => identity.provider === 'google');
    const email: unknown = google?.identity_data?.['email'];
    const isOnlyGoogle = security.data.password === null && google !== undefined;
    return (
      <>
        {isOnlyGoogle && <GoogleProof email={typeof email === 'string' ? email : undefined} />}
        <ProofForm hasPassword={security.data.password !== null} {...asked} />
      </>
    );
  }
  if (!error) return <Skeleton label="Loading" />;
  return (
    <>
      <TryAgain onRetry={() => void Promise.all([security.refetch(), user.refetch()])}>{error.message}</TryAgain>
      <DialogActions>
        <Button variant="secondary" onClick={asked.onClose}>
          Cancel
        </Button>
      </DialogActions>
    </>
  );
}

/** Google returns to the profile, where the user starts the protected action again. */
function GoogleProof({ email }: { readonly email: string | undefined }) {
  const leave = useMutation({
    mutationFn: async () => {
      const page = await googleProofPage(email);
      rememberJourney({ from: APP_PATHS.accountProfile });
      location.assign(page);
      await untilGone();
    },
  });
  return (
    <FieldGroup>
      <RefusalNotice error={leave.error} unexpected="We couldn’t reach Google. Please try again." />
      <Button fit variant="secondary" busy={leave.isPending} onClick={() => leave.mutate()}>
        {!leave.isPending && <GoogleMark />}
        <Text>Confirm with Google</Text>
      </Button>
      <p>
        Google asks you to confirm, then brings you back to this page. If you’d rather not use Google, we can email you
        a code:
      </p>
    </FieldGroup>
  );
}

function ProofForm({ hasPassword, onProved, onClose }: AskedProps & { readonly hasPassword: boolean }) {
  const [by, setBy] = useState<'password' | 'code'>(hasPassword ? 'password' : 'code');
  const send = useMutation({ mutationFn: emailCode });
  const form = useForm({
    resolver: zodResolver(by === 'password' ? passwordForm : codeForm),
    defaultValues: { proof: '' },
  });
  const prove = useMutation({
    mutationFn: ({ proof }: ProofValues) =>
      by === 'password' ? proveByPassword(proof) : proveByCode(proof.replace(/\s/g, '')),
    onSuccess: onProved,
  });

  function choose(other: typeof by): void {
    prove.reset();
    form.reset();
    setBy(other);
    if (other === 'code' && send.isIdle) send.mutate();
  }

  return (
    <Form form={form} save={prove}>
      <RefusalNotice error={prove.error} unexpected="We couldn’t check that. Please try again." />
      {by === 'password' ? (
        <PasswordProof />
      ) : (
        <CodeProof send={send} hint="We’ll send the code to your account’s email address." />
      )}
      {hasPassword && (
        <Button fit variant="quiet" onClick={() => choose(by === 'password' ? 'code' : 'password')}>
          {by === 'password' ? 'Email me a code instead' : 'Use my password instead'}
        </Button>
      )}
      <DialogChoice yes="Continue" no="Cancel" busy={prove.isPending || prove.isSuccess} onNo={onClose} />
    </Form>
  );
}
