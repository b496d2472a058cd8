import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { AppBackLink, AppButtonLink } from '../../app/links.tsx';
import { auth, answerOf } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup, TextField } from '../../ui/field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { RefusalNotice } from './refusal-notice.tsx';

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const [isBack, setIsBack] = useState(false);
  const request = useMutation({ mutationFn: requestResetLink });

  function send(event: SubmitEvent) {
    event.preventDefault();
    request.mutate(email.trim());
  }

  function startAgain() {
    setEmail('');
    request.reset();
    setIsBack(true);
  }

  if (request.isSuccess) return <ResetLinkSent email={request.variables} onStartAgain={startAgain} />;
  return (
    <AuthLayout
      title="Forgot Your Password?"
      lead="It happens to the best of memories. Say where we may write to you."
      back={<AppBackLink to={APP_PATHS.signin}>Back to sign in</AppBackLink>}
      arriving={isBack}
    >
      <form noValidate onSubmit={send}>
        <FieldGroup>
          <RefusalNotice error={request.error} unexpected="An error occurred. Please try again." />
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" busy={request.isPending} disabled={email.trim() === ''}>
            Send Reset Link
          </Button>
        </FieldGroup>
      </form>
    </AuthLayout>
  );
}

/** The same for every address: it reveals no accounts. */
function ResetLinkSent({ email, onStartAgain }: { readonly email: string; readonly onStartAgain: () => void }) {
  return (
    <AuthLayout title="A Link Is on Its Way" lead="To the letter box with the cable, this time." arriving>
      <p>
        If <strong>{email}</strong> is in our ledger, a reset link is on its way there. It works once, and for an hour.
      </p>
      <AppButtonLink to={APP_PATHS.signin}>Back to Sign In</AppButtonLink>
      <Button variant="secondary" onClick={onStartAgain}>
        Try Different Email
      </Button>
    </AuthLayout>
  );
}

async function requestResetLink(email: string): Promise<void> {
  const redirectTo = `${location.origin}${APP_PATHS.resetPassword}`;
  await answerOf(auth.resetPasswordForEmail(email, { redirectTo }));
}
