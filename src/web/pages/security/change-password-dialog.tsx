import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import * as z from 'zod/mini';
import { securityQuery, userQuery } from '../../app/queries.ts';
import { auth } from '../../app/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogChoice } from '../../ui/dialog-body.tsx';
import { FieldGroup } from '../../ui/field.tsx';
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
  const queryClient = useQueryClient();
  const guard = useReauthentication();
  const change = useMutation({
    mutationFn: (passwords: PasswordForm) => guard(() => changePassword(passwords)),
    onSuccess: async () => {
      // Every other device is signed out, and a first password is a new identity.
      await Promise.all([queryClient.invalidateQueries(securityQuery), queryClient.invalidateQueries(userQuery)]);
      onChanged();
    },
  });
  const form = useForm({ resolver: zodResolver(passwordForm(hasPassword)), defaultValues: EMPTY });

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void form.handleSubmit((passwords) => change.mutate(passwords))(event)}>
        <FieldGroup>
          <RefusalNotice error={change.error} unexpected="Failed to change password. Please try again." />
          {hasPassword && <CurrentPassword />}
          <NewPassword />
          <DialogChoice yes="Save Password" no="Cancel" busy={change.isPending} onNo={onClose} />
        </FieldGroup>
      </form>
    </FormProvider>
  );
}

function CurrentPassword() {
  const { register, formState } = useFormContext<PasswordForm>();
  return (
    <PasswordField
      label="Current password"
      autoComplete="current-password"
      required
      error={formState.errors.current?.message}
      {...register('current')}
    />
  );
}

function NewPassword() {
  const { register, formState } = useFormContext<PasswordForm>();
  const { errors } = formState;
  return (
    <>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters. Every other device will be signed out."
        required
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        required
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
    </>
  );
}

async function changePassword({ current, password }: PasswordForm): Promise<void> {
  const { error } = await auth.updateUser({ password, ...(current !== '' && { current_password: current }) });
  if (error) throw error;
}
