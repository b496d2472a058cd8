import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useFormContext } from 'react-hook-form';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { SHIPPING_COUNTRIES } from '../../../domain/countries.ts';
import { record } from '../../analytics/visit.ts';
import { rememberSignUp } from '../../app/arriving-session.ts';
import { auth, answerOf } from '../../app/session.ts';
import { withStoredPromo } from '../../promo-link.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup, FieldRow, TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AddressFields } from '../address/address-fields.tsx';
import { AuthLayout, SidePanel } from './auth-layout.tsx';
import { GoogleButton } from './google-button.tsx';
import { LinkFailureNotice } from './link-failure-notice.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';
import {
  EMPTY_SIGNUP,
  fullNameOf,
  storeSignup,
  shippingAddressOf,
  signupDraft,
  type SignupForm,
  signupForm,
} from './signup-form.ts';
import { fieldsOf, Form } from '../../app/forms.tsx';

const route = getRouteApi(APP_PATHS.signup);

const GOOGLE_FAILED = 'Failed to sign up with Google. Please try again.';

export function SignupPage() {
  const { next, failure } = route.useSearch();
  const signUp = useMutation({ mutationFn: createAccount });
  const form = useForm({
    resolver: zodResolver(signupForm),
    defaultValues: { ...EMPTY_SIGNUP, ...signupDraft.read() },
  });
  const [isBack, setIsBack] = useState(false);
  // With a session at once the page's guard redirects instead.
  const awaitsConfirmation = signUp.isSuccess && signUp.data.session === null;

  function goBack() {
    signUp.reset();
    setIsBack(true);
  }

  if (awaitsConfirmation) return <CheckYourEmail email={signUp.variables.email} onBack={goBack} />;
  return (
    <AuthLayout
      title="Join the Club"
      lead="One form, filled in once. After that, the paperwork comes to you."
      beside={<SidePanel />}
      arriving={isBack}
    >
      {failure !== undefined && signUp.isIdle && <LinkFailureNotice code={failure} otherwise={GOOGLE_FAILED} />}
      <GoogleButton setOut={{ from: APP_PATHS.signup, next }} failure={GOOGLE_FAILED} />
      <Form form={form} save={signUp} onInvalid={signUp.reset} onChange={() => storeSignup(form.getValues())}>
        <RefusalNotice error={signUp.error} unexpected="Failed to create account. Please try again." />
        <NameFields />
        <FieldGroup legend="Where the letters go">
          <AddressFields countries={SHIPPING_COUNTRIES} withName={false} />
        </FieldGroup>
        <Button type="submit" busy={signUp.isPending || signUp.isSuccess}>
          Create Account
        </Button>
        <p>
          Already on our list?{' '}
          <Link to={APP_PATHS.signin} search={{ next }}>
            Sign in
          </Link>
        </p>
      </Form>
    </AuthLayout>
  );
}

/** rules/accounts 8. */
function CheckYourEmail({ email, onBack }: { readonly email: string; readonly onBack: () => void }) {
  return (
    <AuthLayout title="Check Your Email" lead="One letter before the letters." beside={<SidePanel />} arriving>
      <p>
        We have sent a confirmation link to <strong>{email}</strong>. Open it and the account is yours. If it does not
        come within a few minutes, look among the junk; things end up there that should not.
      </p>
      <p>Still nothing? We can write again, once a minute. We have been told that more is excessive.</p>
      <ResendConfirmation email={email} />
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
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters. Not your dog’s name; they always ask about the dog."
        required
        {...field('password')}
      />
      <PasswordField label="Confirm password" autoComplete="new-password" required {...field('confirmPassword')} />
    </>
  );
}

/** rules/accounts 9: the server files the address once the account exists. */
async function createAccount(form: SignupForm) {
  const { data } = await answerOf(
    auth.signUp({
      email: form.email,
      password: form.password,
      options: {
        emailRedirectTo: withStoredPromo(`${location.origin}${APP_PATHS.account}`),
        data: { full_name: fullNameOf(form), shipping_address: shippingAddressOf(form) },
      },
    }),
  );
  signupDraft.drop();
  if (data.session === null) rememberSignUp(form.email);
  // Without a session the emailed link is counted instead (`counted-sign-in.ts`).
  if (data.session !== null) record({ name: 'sign_up', method: 'password' });
  return data;
}
