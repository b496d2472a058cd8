import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldsOf, Form } from '../../app/forms.tsx';
import { invalidate, securityQuery, userQuery } from '../../app/queries.ts';
import { auth, answerOf } from '../../app/session.ts';
import { saveFile } from '../../app/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogChoice } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { RefusalNotice } from '../auth/refusal-notice.tsx';
import { codeForm } from '../auth/second-step-form.tsx';
import styles from './authenticator-dialog.module.css';

export interface Enrolment {
  readonly factorId: string;
  /** A data URL. */
  readonly qrCode: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

interface EnrolDialogProps {
  readonly enrolment: Enrolment | null;
  readonly isFirst: boolean;
  readonly onClose: () => void;
  readonly onProved: () => void;
}

export function AuthenticatorDialog({ enrolment, isFirst, onClose, onProved }: EnrolDialogProps) {
  const abandon = useMutation({ mutationFn: ({ factorId }: Enrolment) => answerOf(auth.mfa.unenroll({ factorId })) });

  const [isProved, setProved] = useState(false);

  function leave() {
    // Recovery codes are shown only once, so Escape must not close them.
    if (isProved) return;
    // A failure is ignored: the server deletes unfinished factors within minutes.
    if (enrolment !== null) abandon.mutate(enrolment);
    onClose();
  }

  function close() {
    setProved(false);
    onProved();
    onClose();
  }

  return (
    <Dialog open={enrolment !== null} onClose={leave} title={titleOf(isProved, isFirst)}>
      {enrolment !== null && isProved && <RecoveryCodes codes={enrolment.recoveryCodes} onStored={close} />}
      {enrolment !== null && !isProved && (
        <>
          <Secret enrolment={enrolment} />
          <ProofForm enrolment={enrolment} isFirst={isFirst} onCancel={leave} onProved={() => setProved(true)} />
        </>
      )}
    </Dialog>
  );
}

function titleOf(isProved: boolean, isFirst: boolean): string {
  if (isProved) return 'Save Your Recovery Codes';
  return isFirst ? 'Turn On Two-Step Verification' : 'Add an Authenticator App';
}

function RecoveryCodes({ codes, onStored }: { readonly codes: readonly string[]; readonly onStored: () => void }) {
  const download = () =>
    saveFile(new Blob([`The Dead Letter Club: recovery codes\n\n${codes.join('\n')}\n`]), 'recovery-codes.txt');
  return (
    <>
      <p>
        Your authenticator app is set up. If you lose your device, enter one of these codes instead of a code from this
        app. Each works once. We show them only now: print or download them, and keep them away from the device.
      </p>
      <ol className={styles.recovery}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Button variant="quiet" fit onClick={download}>
        Download
      </Button>
      <Button onClick={onStored}>I’ve Saved Them</Button>
    </>
  );
}

function Secret({ enrolment: { qrCode, secret } }: { readonly enrolment: Enrolment }) {
  return (
    <div className={styles.secret}>
      <img className={styles.code} src={qrCode} width="184" height="184" alt="QR code for your authenticator app" />
      <div className={styles.words}>
        <p>Scan this code with an authenticator app, or type this key into the app:</p>
        <p className={styles.key}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
        <p>We show the key only now. Don’t share it with anyone.</p>
      </div>
    </div>
  );
}

interface ProofFormProps {
  readonly enrolment: Enrolment;
  readonly isFirst: boolean;
  readonly onCancel: () => void;
  readonly onProved: () => void;
}

function ProofForm({ enrolment, isFirst, onCancel, onProved }: ProofFormProps) {
  const prove = useMutation({
    mutationFn: ({ code }: { readonly code: string }) =>
      answerOf(auth.mfa.challengeAndVerify({ factorId: enrolment.factorId, code })),
    onSuccess: async () => {
      // Adding the first factor signs out every other device.
      await invalidate(userQuery, securityQuery);
      onProved();
    },
  });
  const form = useForm({ resolver: zodResolver(codeForm), defaultValues: { code: '' } });
  return (
    <Form form={form} save={prove}>
      <RefusalNotice error={prove.error} unexpected="We couldn’t check that code. Please try again." />
      <TextField
        label="Verification code"
        hint={`The six digits the app shows now.${isFirst ? ' Other devices will be signed out.' : ''}`}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...fieldsOf(form)('code')}
      />
      <DialogChoice yes="Verify" no="Cancel" busy={prove.isPending} onNo={onCancel} />
    </Form>
  );
}
