import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { email } from '../../../contract/fields.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { fieldsOf, Form } from '../../app/forms.tsx';
import { AppBackLink, AppButtonLink } from '../../app/links.tsx';
import { auth, answerOf } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FORGOT_PASSWORD_HEAD } from './auth-static-frames.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { resetTarget } from './redirect-targets.ts';
import { RefusalNotice } from './refusal-notice.tsx';

const route = getRouteApi(APP_PATHS.forgotPassword);

const resetForm = z.object({ email });

export function ForgotPasswordPage() {
  const { next } = route.useSearch();
  const typedEmail = useLocation({ select: ({ state }) => state.typedEmail });
  const form = useForm({ resolver: zodResolver(resetForm), defaultValues: { email: typedEmail ?? '' } });
  const typed = useWatch({ control: form.control, name: 'email' });
  const [isBack, setIsBack] = useState(false);
  const request = useMutation({ mutationFn: ({ email }: { email: string }) => requestResetLink(email, next) });

  function startAgain() {
    form.reset({ email: '' });
    request.reset();
    setIsBack(true);
  }

  if (request.isSuccess) {
    return <ResetLinkSent email={request.variables.email.trim()} next={next} onStartAgain={startAgain} />;
  }
  return (
    <AuthLayout
      {...FORGOT_PASSWORD_HEAD}
      back={
        <AppBackLink to={APP_PATHS.signin} search={{ next }}>
          Back to sign in
        </AppBackLink>
      }
      arriving={isBack}
    >
      <Form form={form} save={request}>
        <RefusalNotice error={request.error} unexpected="An error occurred. Please try again." />
        <TextField label="Email" type="email" autoComplete="username" required {...fieldsOf(form)('email')} />
        <Button type="submit" busy={request.isPending} disabled={typed.trim() === ''}>
          Send Reset Link
        </Button>
      </Form>
    </AuthLayout>
  );
}

interface ResetLinkSentProps {
  readonly email: string;
  readonly next: string | undefined;
  readonly onStartAgain: () => void;
}

/** The same for every address, so that it doesn't reveal accounts. */
function ResetLinkSent({ email, next, onStartAgain }: ResetLinkSentProps) {
  return (
    <AuthLayout title="Check Your Email" lead="Look for an email from us." arriving>
      <p>
        If there’s an account for <strong translate="no">{email}</strong>, we’ve emailed a reset link to that address.
        The link works once, within one hour. We send only a few of these emails a day. If nothing arrives in a few
        minutes, check your spam folder.
      </p>
      <AppButtonLink to={APP_PATHS.signin} search={{ next }}>
        Back to Sign In
      </AppButtonLink>
      <Button variant="secondary" onClick={onStartAgain}>
        Try Different Email
      </Button>
    </AuthLayout>
  );
}

async function requestResetLink(email: string, next: string | undefined): Promise<void> {
  await answerOf(auth.resetPasswordForEmail(email.trim(), { redirectTo: resetTarget(next) }));
}
