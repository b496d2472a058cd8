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

/** Opening the page connects nothing, since email programs open links by themselves (rules/auth-wire 71). */
export function ConnectGooglePage() {
  const { token, next } = route.useSearch();
  if (token === undefined) return <BrokenLink />;
  return <ConnectGoogle token={token} next={next} />;
}

function BrokenLink() {
  return (
    <AuthLayout title="Connect Google" lead="A key without its teeth.">
      <Notice tone="error">The link is missing its end. Copy all of it from the email, to the last letter.</Notice>
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
    <AuthLayout title="Was That You, at Google?" lead="We would sooner ask than let a stranger in.">
      {connect.error !== null && <Notice tone="error">{connect.error.message}</Notice>}
      <p>
        Say yes, and the Google account that bears your e-mail address opens your account here from now on, beside
        whatever opens it today.
      </p>
      <p>If it was not you, close this page: nothing has happened, and nobody has been let in.</p>
      <Button busy={connect.isPending} onClick={() => connect.mutate()}>
        Yes, Connect Google
      </Button>
    </AuthLayout>
  );
}

function Connected({ next }: Pick<ConnectGoogleProps, 'next'>) {
  return (
    <AuthLayout title="Google Is Connected" lead="One more key on the ring." arriving>
      <Notice tone="success">Google opens your account from now on. A letter that says so is on its way to you.</Notice>
      <AppButtonLink to={APP_PATHS.signin} search={{ next }}>
        Sign In
      </AppButtonLink>
    </AuthLayout>
  );
}
