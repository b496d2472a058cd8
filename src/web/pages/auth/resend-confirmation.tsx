import { useMutation } from '@tanstack/react-query';
import { auth, answerOf } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { confirmationTarget } from './redirect-targets.ts';
import { RefusalNotice } from './refusal-notice.tsx';

interface ResendConfirmationProps {
  readonly email: string;
  readonly next: string | undefined;
}

/** The server allows one email a minute (rules/auth-wire 42) and returns the remaining seconds. */
export function ResendConfirmation({ email, next }: ResendConfirmationProps) {
  const resend = useMutation({ mutationFn: resendConfirmation });
  return (
    <>
      {resend.isSuccess && (
        <Notice tone="success">
          If your email address still has to be confirmed, we’ve sent the email again. We send only a few a day, and the
          link in any of them works. If you already had an account, sign in instead.
        </Notice>
      )}
      <RefusalNotice error={resend.error} unexpected="An error occurred. Please try again." />
      <Button variant="secondary" busy={resend.isPending} onClick={() => resend.mutate({ email, next })}>
        Resend the email
      </Button>
    </>
  );
}

async function resendConfirmation({ email, next }: ResendConfirmationProps): Promise<void> {
  const options = { emailRedirectTo: confirmationTarget(next) };
  await answerOf(auth.resend({ type: 'signup', email, options }));
}
