import { APP_PATHS } from '../../../contract/site-paths.ts';
import { AppBackLink } from '../../app/links.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { addressWords, WHAT_COMES } from './address-words.ts';
import { AuthLayout, SidePanel } from './auth-layout.tsx';

export const SIGNUP_HEAD = {
  title: 'Join the Club',
  lead: 'Creating an account is free. You pay only when you order.',
} as const;

export const SIGNIN_HEAD = {
  title: 'Sign In',
  lead: 'We kept your place and your secrets.',
} as const;

export const FORGOT_PASSWORD_HEAD = {
  title: 'Forgot Your Password?',
  lead: 'Enter your email address, and we’ll email you a link to choose a new password.',
} as const;

const WORDS = addressWords(undefined);

export function SignupFrame() {
  return (
    <AuthLayout {...SIGNUP_HEAD} beside={<SidePanel title={WORDS.panel} words={WORDS} />}>
      <Skeleton label="Loading the form" lines={24} />
    </AuthLayout>
  );
}

export function SigninFrame() {
  return (
    <AuthLayout {...SIGNIN_HEAD} beside={<SidePanel title={WHAT_COMES} words={WORDS} />}>
      <Skeleton label="Loading the form" lines={9} />
    </AuthLayout>
  );
}

export function ForgotPasswordFrame() {
  return (
    <AuthLayout {...FORGOT_PASSWORD_HEAD} back={<AppBackLink to={APP_PATHS.signin}>Back to sign in</AppBackLink>}>
      <Skeleton label="Loading the form" lines={4} />
    </AuthLayout>
  );
}
