import { zodResolver } from '@hookform/resolvers/zod';
import { isAuthApiError } from '@supabase/auth-js';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { requiredText } from '../../../contract/fields.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { record } from '../../analytics/visit.ts';
import { hasSecondStep } from '../../app/second-step.ts';
import { auth, useSession, answerOf } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { addressWords, WHAT_COMES } from './address-words.ts';
import { SIGNIN_HEAD } from './auth-static-frames.tsx';
import { AuthLayout, SidePanel } from './auth-layout.tsx';
import { GoogleButton } from './google-button.tsx';
import { LinkFailureNotice, SignedOutNews } from './link-failure-notice.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';
import { SecondStepForm } from './second-step-form.tsx';
import { fieldsOf, Form } from '../../app/forms.tsx';

const route = getRouteApi(APP_PATHS.signin);

const GOOGLE_FAILED = 'Failed to sign in with Google. Please try again.';

// Not validated, since an old password may be shorter than today's minimum (rules/accounts 13).
const signinForm = z.object({
  email: requiredText(255, 'Enter your email address.'),
  password: z.string().check(z.minLength(1, 'Enter your password.')),
});

export function SigninPage() {
  const session = useSession();
  // Shown even after the step is passed, so that the form doesn't flash before the redirect.
  if (session !== null && hasSecondStep(session)) return <SecondStep />;
  return <FirstStep />;
}

function FirstStep() {
  const { next, failure, news } = route.useSearch();
  const signIn = useMutation({ mutationFn: openSession });
  const form = useForm({ resolver: zodResolver(signinForm), defaultValues: { email: '', password: '' } });
  const field = fieldsOf(form);

  return (
    <AuthLayout {...SIGNIN_HEAD} beside={<SidePanel title={WHAT_COMES} words={addressWords(next)} />}>
      {news !== undefined && signIn.isIdle && <SignedOutNews news={news} />}
      <GoogleButton
        setOut={{ from: APP_PATHS.signin, next }}
        failure={GOOGLE_FAILED}
        earlier={
          failure !== undefined && signIn.isIdle && <LinkFailureNotice code={failure} otherwise={GOOGLE_FAILED} />
        }
      />
      <Form form={form} save={signIn}>
        <RefusalNotice error={signIn.error} unexpected="Invalid email or password. Please try again." />
        {isUnconfirmed(signIn.error) && (
          <>
            <p>Open the link we emailed you. If you can’t find it, press the button to get the email again.</p>
            <ResendConfirmation email={signIn.variables?.email ?? ''} next={next} />
          </>
        )}
        <TextField label="Email" type="email" autoComplete="username" required {...field('email')} />
        <PasswordField label="Password" autoComplete="current-password" required {...field('password')} />
        <p>
          <Link to={APP_PATHS.forgotPassword} search={{ next }} state={() => ({ typedEmail: form.getValues('email') })}>
            Forgot your password?
          </Link>
        </p>
        <Button type="submit" busy={signIn.isPending || signIn.isSuccess}>
          Sign In
        </Button>
        <p>
          New here?{' '}
          <Link to={APP_PATHS.signup} search={{ next }}>
            Create an account
          </Link>
        </p>
      </Form>
    </AuthLayout>
  );
}

function SecondStep() {
  const giveUp = useMutation({ mutationFn: () => auth.signOut({ scope: 'local' }) });
  return (
    <AuthLayout
      title="Two-Step Verification"
      lead="Enter a code from your authenticator app, or one of your recovery codes."
      arriving
    >
      <SecondStepForm client={auth} />
      <Button variant="quiet" busy={giveUp.isPending} onClick={() => giveUp.mutate()}>
        Sign in with another account
      </Button>
    </AuthLayout>
  );
}

/** The server says so only after the right password (rules/auth-wire 24). */
function isUnconfirmed(error: Error | null): boolean {
  return isAuthApiError(error) && error.code === 'email_not_confirmed';
}

/** Afterwards the page's guard sees the session and redirects. */
async function openSession(credentials: z.output<typeof signinForm>): Promise<void> {
  await answerOf(auth.signInWithPassword(credentials));
  record({ name: 'login', method: 'password' });
}
