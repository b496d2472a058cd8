import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { FORM_PASSWORD_MINIMUM } from '../../../domain/password.ts';
import { AppBackLink, AppButtonLink } from '../../app/links.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { LinkFailureNotice } from './link-failure-notice.tsx';
import { reportPasswordProblems } from './password-problem.ts';
import { DeadResetLink, recoveryClient, type ResetTokens, SecondStepOwed, setNewPassword } from './recovery.ts';
import { RefusalNotice } from './refusal-notice.tsx';
import { SecondStepForm } from './second-step-form.tsx';
import { fieldsOf, Form } from '../../app/forms.tsx';

const route = getRouteApi(APP_PATHS.resetPassword);

const INVALID_LINK = 'Invalid or expired reset link. Please request a new password reset.';

const REDIRECT_MILLISECONDS = 3000;

const passwordForm = z
  .object({ password: z.string(), confirmPassword: z.string() })
  .check((form) => reportPasswordProblems('reset', form, form.value));

export function ResetPasswordPage() {
  const { access_token, refresh_token, failure } = route.useSearch();
  const stored = useLocation({ select: ({ state }) => state.resetTokens });
  const [tokens] = useState(access_token && refresh_token ? { access_token, refresh_token } : stored);
  const storeTokens = useStoreTokens();

  // The tokens are read and then removed from the URL (rules/accounts 26).
  useEffect(() => storeTokens(tokens), [storeTokens, tokens]);

  return tokens === undefined ? <InvalidLink failure={failure} /> : <NewPassword tokens={tokens} />;
}

/** Stored in the history entry for a reload, since the link works only once. */
function useStoreTokens(): (resetTokens?: ResetTokens) => void {
  const navigate = useNavigate();
  return useCallback(
    (resetTokens) =>
      void navigate({
        to: APP_PATHS.resetPassword,
        search: ({ failure, next, reason }) => ({ failure, next, reason }),
        state: resetTokens === undefined ? {} : { resetTokens },
        replace: true,
      }),
    [navigate],
  );
}

function InvalidLink({ failure = 'otp_expired' }: { readonly failure?: string | undefined }) {
  const { next } = route.useSearch();
  return (
    <AuthLayout title="Reset Your Password" lead="We couldn’t open your reset link." back={<BackToSignIn />}>
      {failure === 'otp_expired' ? (
        <Notice tone="error">{INVALID_LINK}</Notice>
      ) : (
        <LinkFailureNotice code={failure} otherwise={INVALID_LINK} />
      )}
      <AppButtonLink to={APP_PATHS.forgotPassword} search={{ next }}>
        Request a New Link
      </AppButtonLink>
    </AuthLayout>
  );
}

function BackToSignIn() {
  const { next } = route.useSearch();
  return (
    <AppBackLink to={APP_PATHS.signin} search={{ next }}>
      Back to sign in
    </AppBackLink>
  );
}

function NewPassword({ tokens }: { readonly tokens: ResetTokens }) {
  const { reason } = route.useSearch();
  const [client] = useState(recoveryClient);
  // Until the second attempt is answered, the form stays hidden so that it doesn't flash.
  const [owesStep, setOwesStep] = useState(false);
  const storeTokens = useStoreTokens();
  const save = useMutation({
    mutationFn: ({ password }: z.output<typeof passwordForm>) => setNewPassword(client, tokens, password),
    onSuccess: () => storeTokens(),
    onError: (error) => {
      setOwesStep(error instanceof SecondStepOwed);
      if (error instanceof DeadResetLink) storeTokens();
    },
  });
  const form = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const field = fieldsOf(form);
  const isIncomplete = useWatch({ control: form.control, name: ['password', 'confirmPassword'] }).includes('');

  if (save.isSuccess) return <PasswordReset />;
  if (save.error instanceof DeadResetLink) return <InvalidLink />;
  if (owesStep) {
    return (
      <AuthLayout
        title="Two-Step Verification"
        lead="Enter a code to save your new password."
        back={<BackToSignIn />}
        arriving
      >
        <SecondStepForm client={client} onPassed={() => save.variables !== undefined && save.mutate(save.variables)} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Reset Your Password"
      lead="Choose a password you don’t use anywhere else."
      back={<BackToSignIn />}
    >
      <Form form={form} save={save}>
        {reason === 'contested' && <Contested />}
        <RefusalNotice error={save.error} unexpected="An error occurred. Please try again." />
        <NewPasswordField
          rules="reset"
          label="New password"
          hint={`Use ${FORM_PASSWORD_MINIMUM} or more characters that are hard to guess. Three unrelated words work well.`}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          required
          {...field('confirmPassword')}
        />
        <Button type="submit" busy={save.isPending} disabled={isIncomplete}>
          Reset Password
        </Button>
      </Form>
    </AuthLayout>
  );
}

function Contested() {
  return (
    <Notice tone="info">
      Your email address is confirmed. More than one sign-up used it, so we kept no password, name or mailing address
      from any sign-up. Choose a password now. After you sign in, enter your name and address again.
    </Notice>
  );
}

function PasswordReset() {
  const { next } = route.useSearch();
  const navigate = useNavigate();

  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: APP_PATHS.signin, search: { next } }), REDIRECT_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [navigate, next]);

  return (
    <AuthLayout title="Password Reset" lead="Your password was changed." arriving>
      <Notice tone="success">Every other device has been signed out. We’re taking you to the sign-in page.</Notice>
      <AppButtonLink to={APP_PATHS.signin} search={{ next }}>
        Sign In Now
      </AppButtonLink>
    </AuthLayout>
  );
}
