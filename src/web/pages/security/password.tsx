import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { SecurityReply } from '../../../contract/security.ts';
import { elapsedWords } from '../../../domain/calendar-date.ts';
import { FORM_PASSWORD_MINIMUM } from '../../../domain/password.ts';
import { useNow } from '../../app/now.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { fieldsOf, Form } from '../../app/forms.tsx';
import { invalidate, securityQuery, userQuery } from '../../app/queries.ts';
import { answerOf, auth } from '../../app/session.ts';
import { Dialog, DialogChoice } from '../../ui/dialog.tsx';
import { NewPasswordField } from '../auth/new-password-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { reportPasswordProblems } from '../auth/password-problem.ts';
import { RefusalNotice } from '../auth/refusal-notice.tsx';
import { TitledSection } from './titled-section.tsx';
import { useReauthentication } from './reauthentication.tsx';
import { Text } from '../../ui/text.tsx';

interface PasswordProps {
  readonly password: SecurityReply['password'];
}

export function Password({ password }: PasswordProps) {
  const [state, setState] = useState<'resting' | 'changing' | 'changed'>('resting');
  return (
    <TitledSection title="Password">
      {state === 'changed' && <Notice tone="success">Password updated successfully!</Notice>}
      <p>
        <PasswordAge password={password} />
      </p>
      <Button variant="secondary" onClick={() => setState('changing')}>
        {password === null ? 'Set a Password' : 'Change Password'}
      </Button>
      <ChangePasswordDialog
        open={state === 'changing'}
        hasPassword={password !== null}
        onClose={() => setState('resting')}
        onChanged={() => setState('changed')}
      />
    </TitledSection>
  );
}

function PasswordAge({ password }: PasswordProps) {
  const now = useNow();
  if (password === null)
    return <Text>You have no password. If you set one, you can sign in with your email and password.</Text>;
  return <Text>{`Password last changed ${elapsedWords(new Date(password.changedAt), now)}`}</Text>;
}

interface ChangePasswordDialogProps {
  readonly open: boolean;
  readonly hasPassword: boolean;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

function ChangePasswordDialog({ open, hasPassword, onClose, onChanged }: ChangePasswordDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={hasPassword ? 'Change Password' : 'Set a Password'}>
      <ChangePasswordForm hasPassword={hasPassword} onClose={onClose} onChanged={onChanged} />
    </Dialog>
  );
}

const EMPTY = { current: '', password: '', confirmPassword: '' };

/** The server checks the current password (rules/accounts 21). */
function passwordForm(hasPassword: boolean) {
  const current = hasPassword ? z.string().check(z.minLength(1, 'Enter your current password.')) : z.string();
  return z
    .object({ current, password: z.string(), confirmPassword: z.string() })
    .check((form) => reportPasswordProblems('account', form, form.value));
}

type PasswordForm = z.output<ReturnType<typeof passwordForm>>;

function ChangePasswordForm({ hasPassword, onClose, onChanged }: Omit<ChangePasswordDialogProps, 'open'>) {
  const guard = useReauthentication();
  const change = useMutation({
    mutationFn: (passwords: PasswordForm) => guard(() => changePassword(passwords)),
    onSuccess: async () => {
      // Every other device is signed out, and a first password adds an identity.
      await invalidate(securityQuery, userQuery);
      onChanged();
    },
  });
  const form = useForm({ resolver: zodResolver(passwordForm(hasPassword)), defaultValues: EMPTY });

  const field = fieldsOf(form);
  return (
    <Form form={form} save={change}>
      <RefusalNotice error={change.error} unexpected="Failed to change password. Please try again." />
      {hasPassword && (
        <PasswordField label="Current password" autoComplete="current-password" required {...field('current')} />
      )}
      <NewPasswordField
        rules="account"
        label="New password"
        hint={`At least ${FORM_PASSWORD_MINIMUM} characters; three unrelated words work well. Every other device will be signed out.`}
      />
      <PasswordField label="Confirm new password" autoComplete="new-password" required {...field('confirmPassword')} />
      <DialogChoice yes="Save Password" no="Cancel" busy={change.isPending} onNo={onClose} />
    </Form>
  );
}

async function changePassword({ current, password }: PasswordForm): Promise<void> {
  await answerOf(auth.updateUser({ password, ...(current !== '' && { current_password: current }) }));
}
