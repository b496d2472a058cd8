import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { fieldsOf, Form } from '../../app/forms.tsx';
import { invalidate, securityQuery, userQuery } from '../../app/queries.ts';
import { auth, answerOf } from '../../app/session.ts';
import { Dialog, DialogChoice } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { reportPasswordProblem } from '../auth/password-problem.ts';
import { RefusalNotice } from '../auth/refusal-notice.tsx';
import { useReauthentication } from './reauthentication.tsx';

interface ChangePasswordDialogProps {
  readonly open: boolean;
  readonly hasPassword: boolean;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function ChangePasswordDialog({ open, hasPassword, onClose, onChanged }: ChangePasswordDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={hasPassword ? 'Change Password' : 'Set a Password'}>
      <ChangePasswordForm hasPassword={hasPassword} onClose={onClose} onChanged={onChanged} />
    </Dialog>
  );
}

const EMPTY = { current: '', password: '', confirmPassword: '' };

/** rules/accounts 21: the server checks the current password. */
function passwordForm(hasPassword: boolean) {
  const current = hasPassword ? z.string().check(z.minLength(1, 'The one you have now, please.')) : z.string();
  return z
    .object({ current, password: z.string(), confirmPassword: z.string() })
    .check((form) => reportPasswordProblem('account', form, form.value));
}

type PasswordForm = z.output<ReturnType<typeof passwordForm>>;

function ChangePasswordForm({ hasPassword, onClose, onChanged }: Omit<ChangePasswordDialogProps, 'open'>) {
  const guard = useReauthentication();
  const change = useMutation({
    mutationFn: (passwords: PasswordForm) => guard(() => changePassword(passwords)),
    onSuccess: async () => {
      // Every other device is signed out, and a first password is a new identity.
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
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters. Every other device will be signed out."
        required
        {...field('password')}
      />
      <PasswordField label="Confirm new password" autoComplete="new-password" required {...field('confirmPassword')} />
      <DialogChoice yes="Save Password" no="Cancel" busy={change.isPending} onNo={onClose} />
    </Form>
  );
}

async function changePassword({ current, password }: PasswordForm): Promise<void> {
  await answerOf(auth.updateUser({ password, ...(current !== '' && { current_password: current }) }));
}
