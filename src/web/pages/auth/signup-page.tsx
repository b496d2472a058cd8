import { zodResolver } from '@hookform/resolvers/zod';
import { isAuthApiError } from '@supabase/auth-js';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useFormContext } from 'react-hook-form';
import { checkVisitorsAddress } from '../../../contract/addresses.ts';
import { APP_PATHS, PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { FORM_PASSWORD_MINIMUM } from '../../../domain/password.ts';
import { record } from '../../analytics/visit.ts';
import { rememberSignUp } from '../../app/arriving-session.ts';
import { seasonsPath } from '../../app/guards.ts';
import { auth, answerOf } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup, FieldRow, TextField } from '../../ui/field.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AddressFields } from '../address/address-fields.tsx';
import { useAddressCheck } from '../address/address-check.tsx';
import { type AddressWords, addressWords } from './address-words.ts';
import { SIGNUP_HEAD } from './auth-static-frames.tsx';
import { AuthLayout, SidePanel } from './auth-layout.tsx';
import { confirmationTarget } from './redirect-targets.ts';
import { GoogleButton } from './google-button.tsx';
import { LinkFailureNotice } from './link-failure-notice.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';
import {
  EMPTY_SIGNUP,
  fullNameOf,
  recipientSignupForm,
  storeSignup,
  shippingAddressOf,
  SIGNUP_ADDRESS,
  signupDraft,
  type SignupForm,
  signupForm,
} from './signup-form.ts';
import { fieldsOf, Form } from '../../app/forms.tsx';

const route = getRouteApi(APP_PATHS.signup);

const GOOGLE_FAILED = 'Failed to sign up with Google. Please try again.';

export function SignupPage() {
  const { next, plan, failure } = route.useSearch();
  const words = addressWords(next);
  const hasAddress = words.legend !== null;
  // Without a plan, the rule for Google sign-ins decides (rules/accounts 31).
  const chosen = next ?? (plan && seasonsPath(plan));
  const wayOn = { next: next ?? seasonsPath(plan) };
  const signUp = useMutation({ mutationFn: (form: SignupForm) => createAccount(form, next, hasAddress) });
  const form = useForm({
    resolver: zodResolver(hasAddress ? signupForm : recipientSignupForm),
    defaultValues: { ...EMPTY_SIGNUP, ...signupDraft.read() },
  });
  const checked = useAddressCheck({ form, save: signUp, part: SIGNUP_ADDRESS, endpoint: checkVisitorsAddress });
  const [isBack, setIsBack] = useState(false);
  // If there is a session at once, the page's guard redirects instead.
  const awaitsConfirmation = signUp.isSuccess && signUp.data.session === null;

  function goBack() {
    signUp.reset();
    setIsBack(true);
  }

  if (awaitsConfirmation) {
    return <CheckYourEmail email={signUp.variables.email} next={next} words={words} onBack={goBack} />;
  }
  return (
    <AuthLayout {...SIGNUP_HEAD} beside={<SidePanel title={words.panel} words={words} />} arriving={isBack}>
      <GoogleButton
        setOut={{ from: APP_PATHS.signup, next: chosen }}
        failure={GOOGLE_FAILED}
        earlier={
          failure !== undefined && signUp.isIdle && <LinkFailureNotice code={failure} otherwise={GOOGLE_FAILED} />
        }
      />
      <Form
        form={form}
        save={hasAddress ? checked.save : signUp}
        onInvalid={signUp.reset}
        onChange={() => storeSignup(form.getValues())}
      >
        <RefusalNotice error={signUp.error} unexpected="Failed to create account. Please try again." />
        {isRegistered(signUp.error) && (
          <p>
            If that account is yours,{' '}
            <Link to={APP_PATHS.signin} search={wayOn}>
              sign in
            </Link>{' '}
            to it, or{' '}
            <Link to={APP_PATHS.forgotPassword} search={wayOn}>
              choose a new password
            </Link>
            .
          </p>
        )}
        <NameFields />
        {words.legend !== null && (
          <FieldGroup legend={words.legend}>
            {words.why !== null && <p>{words.why}</p>}
            <AddressFields withName={false} />
          </FieldGroup>
        )}
        {checked.question}
        <Button type="submit" busy={signUp.isPending || signUp.isSuccess || checked.isAsking}>
          Create Account
        </Button>
        <AgreedOnSignup />
        <p>
          Already have an account?{' '}
          <Link to={APP_PATHS.signin} search={wayOn}>
            Sign in
          </Link>
        </p>
      </Form>
    </AuthLayout>
  );
}

function isRegistered(error: Error | null): boolean {
  return isAuthApiError(error) && error.code === 'user_already_exists';
}

function AgreedOnSignup() {
  return (
    <p>
      By creating an account, here or with Google, you accept our{' '}
      <a href={PUBLIC_PATHS.terms} target="_blank">
        Terms
      </a>
      . Our{' '}
      <a href={PUBLIC_PATHS.privacy} target="_blank">
        Privacy
      </a>{' '}
      page says what we know about you and what we do with it. Both open in a new tab.
    </p>
  );
}

interface CheckYourEmailProps {
  readonly email: string;
  readonly next: string | undefined;
  readonly words: AddressWords;
  readonly onBack: () => void;
}

function CheckYourEmail({ email, next, words, onBack }: CheckYourEmailProps) {
  const beside = <SidePanel title={words.panel} words={words} />;
  return (
    <AuthLayout title="Check Your Email" lead="Open the email we sent you." beside={beside} arriving>
      <p>
        We’ve emailed <strong translate="no">{email}</strong>. Open that email and follow its link to continue. If it
        doesn’t arrive within a few minutes, check your spam folder.
      </p>
      <p>
        Still nothing? Press the button, and we’ll send the email again. You can do that once a minute, and a few times
        a day.
      </p>
      <ResendConfirmation email={email} next={next} />
      <Button variant="quiet" onClick={onBack}>
        Back to signup form
      </Button>
    </AuthLayout>
  );
}

function NameFields() {
  const field = fieldsOf(useFormContext<SignupForm>());
  return (
    <>
      <FieldRow>
        <TextField label="First name" autoComplete="given-name" required {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" required {...field('lastName')} />
      </FieldRow>
      <TextField label="Email" type="email" autoComplete="email" required {...field('email')} />
      <NewPasswordField
        rules="signup"
        label="Password"
        hint={`At least ${FORM_PASSWORD_MINIMUM} characters. Three unrelated words work well. Don’t use a name.`}
      />
      <PasswordField label="Confirm password" autoComplete="new-password" required {...field('confirmPassword')} />
    </>
  );
}

/** The server stores the address once the account exists (rules/accounts 9). */
async function createAccount(form: SignupForm, next: string | undefined, hasAddress: boolean) {
  const { data } = await answerOf(
    auth.signUp({
      email: form.email,
      password: form.password,
      options: {
        emailRedirectTo: confirmationTarget(next),
        data: { full_name: fullNameOf(form), ...(hasAddress && { shipping_address: shippingAddressOf(form) }) },
      },
    }),
  );
  signupDraft.drop();
  if (data.session === null) rememberSignUp(form.email);
  // Without a session, opening the emailed link is counted instead (`sign-in-analytics.ts`).
  if (data.session !== null) record({ name: 'sign_up', method: 'password' });
  return data;
}
