import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { adoptGoogle } from '../../../contract/google-adoption.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { call } from '../../app/api.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';

const route = getRouteApi(APP_PATHS.connectGoogle);

/** Opening the page changes nothing, since email programs open links automatically (rules/auth-wire 71). */
export function ConnectGooglePage() {
  const { token, next } = route.useSearch();
  if (token === undefined) return <BrokenLink />;
  return <ConnectGoogle token={token} next={next} />;
}

function BrokenLink() {
  return (
    <AuthLayout title="Connect Google" lead="We ask before we connect a Google account.">
      <Notice tone="error">The link is incomplete. Copy all of it from the email.</Notice>
      <AppButtonLink to={APP_PATHS.signin}>Sign In</AppButtonLink>
    </AuthLayout>
  );
}

interface ConnectGoogleProps {
  readonly token: string;
  readonly next: string | undefined;
}

function ConnectGoogle({ token, next }: ConnectGoogleProps) {
  const connect = useMutation({ mutationFn: () => call(adoptGoogle, { body: { token } }) });
  if (connect.data) return <Connected next={next} />;
  return (
    <AuthLayout title="Did You Sign In with Google?" lead="We ask before we connect a Google account.">
      {connect.error !== null && <Notice tone="error">{connect.error.message}</Notice>}
      <p>
        If you confirm, you can also sign in with the Google account that uses your email address. The way you sign in
        now keeps working.
      </p>
      <p>If it wasn’t you, close this page. Nothing has changed, and nobody got into your account.</p>
      <Button busy={connect.isPending} onClick={() => connect.mutate()}>
        Yes, Connect Google
      </Button>
    </AuthLayout>
  );
}

function Connected({ next }: Pick<ConnectGoogleProps, 'next'>) {
  return (
    <AuthLayout title="Google Is Connected" lead="You can now sign in with Google." arriving>
      <Notice tone="success">We’ve emailed you about this change.</Notice>
      <AppButtonLink to={APP_PATHS.signin} search={{ next }}>
        Sign In
      </AppButtonLink>
    </AuthLayout>
  );
}
