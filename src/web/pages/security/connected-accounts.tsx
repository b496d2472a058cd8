import { isAuthApiError, type UserIdentity } from '@supabase/auth-js';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { formatDate } from '../../../domain/calendar-date.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { accountQuery, invalidate, securityQuery, userQuery } from '../../app/queries.ts';
import { beginPkce } from '../../app/arriving-session.ts';
import { stringifySearch } from '../../app/search-params.ts';
import { auth, answerOf } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, NoticeBoard } from '../../ui/notice.tsx';
import { GOOGLE_PROMPT, rememberJourney, untilGone } from '../auth/google.ts';
import { RefusalNotice } from '../auth/refusal-notice.tsx';
import { GoogleMark } from '../auth/google-button.tsx';
import { Entries, Entry, TitledSection } from './titled-section.tsx';
import { useReauthentication } from './reauthentication.tsx';
import { Text } from '../../ui/text.tsx';

const route = getRouteApi('/signed-in/account/profile');

export function ConnectedAccounts({ identities }: { readonly identities: readonly UserIdentity[] }) {
  const guard = useReauthentication();
  const navigate = route.useNavigate();
  const connect = useMutation({ mutationFn: () => guard(connectGoogle) });
  const disconnect = useMutation({
    mutationFn: (identity: UserIdentity) => guard(() => disconnectIdentity(identity)),
    // The page no longer says that Google is connected.
    onSuccess: () => navigate({ search: {}, replace: true, resetScroll: false, ignoreBlocker: true }),
    // Every other device is signed out.
    onSettled: () => invalidate(userQuery, accountQuery, securityQuery),
  });
  const google = identities.filter(({ provider }) => provider === 'google');

  return (
    <TitledSection title="Connected Accounts">
      <IdentityRefusal error={connect.error} unexpected="Failed to connect Google. Please try again." />
      <IdentityRefusal error={disconnect.error} unexpected="Failed to disconnect Google. Please try again." />
      <NoticeBoard notice={disconnect.isSuccess ? DISCONNECTED : null} />
      {google.length === 0 && <p>None. If you connect Google, you can also sign in with it.</p>}
      {google.length > 0 && (
        <Entries>
          {google.map((identity) => (
            <Entry
              key={identity.identity_id}
              name={nameOf(identity)}
              note={`Google, connected ${formatDate(new Date(identity.created_at ?? 0))}`}
              action={
                <Button variant="quiet" busy={disconnect.isPending} onClick={() => disconnect.mutate(identity)}>
                  Disconnect
                </Button>
              }
            />
          ))}
        </Entries>
      )}
      {google.length === 0 && (
        <Button variant="secondary" busy={connect.isPending} onClick={() => connect.mutate()}>
          {!connect.isPending && <GoogleMark />}
          <Text>Connect Google</Text>
        </Button>
      )}
    </TitledSection>
  );
}

const DISCONNECTED = {
  tone: 'success',
  text: 'Google is disconnected. Every other device has been signed out.',
} as const;

function nameOf({ identity_data }: UserIdentity): string {
  const email: unknown = identity_data?.['email'];
  return typeof email === 'string' ? email : 'A Google account';
}

/** Google returns to this page, or to /auth/callback if this path is lost. */
async function connectGoogle(): Promise<void> {
  rememberJourney({ from: APP_PATHS.accountProfile });
  const queryParams = { ...GOOGLE_PROMPT, ...(await beginPkce()) };
  const search = stringifySearch({ news: 'connected' });
  const options = { redirectTo: location.origin + APP_PATHS.accountProfile + search, queryParams };
  await answerOf(auth.linkIdentity({ provider: 'google', options }));
  await untilGone();
}

async function disconnectIdentity(identity: UserIdentity): Promise<void> {
  await answerOf(auth.unlinkIdentity(identity));
  await auth.refreshSession();
}

/** Messages for codes of rules/auth-wire 34 and 35. `LinkFailureNotice` has those for Google's return. */
const REFUSALS: Readonly<Record<string, string>> = {
  identity_not_found: 'That account is no longer connected.',
  single_identity_not_deletable: 'Google is your only way to sign in. Set a password first, then disconnect Google.',
  manual_linking_disabled: 'Google can’t be connected at the moment.',
};

function IdentityRefusal({ error, unexpected }: { readonly error: Error | null; readonly unexpected: string }) {
  const words = isAuthApiError(error) ? REFUSALS[String(error.code)] : undefined;
  if (words === undefined) return <RefusalNotice error={error} unexpected={unexpected} />;
  return <Notice tone="error">{words}</Notice>;
}
