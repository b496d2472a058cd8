import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { APP_PATHS, PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { type ChangeKind, describeUndo, type UndoDescription, undoChanges } from '../../../contract/undo.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { call } from '../../app/api.ts';
import { Fetched } from '../../app/fetched.tsx';
import { AppButtonLink } from '../../app/links.tsx';
import { queryOf } from '../../app/queries.ts';
import { auth } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Entries, Entry } from '../security/titled-section.tsx';
import { AuthLayout } from './auth-layout.tsx';

const route = getRouteApi(APP_PATHS.undo);

/** Opening the page changes nothing, since email programs open links automatically. */
export function UndoPage() {
  const { token } = route.useSearch();
  if (token === undefined) return <BrokenLink />;
  return <Undo token={token} />;
}

function BrokenLink() {
  return (
    <AuthLayout title="Undo a Change" lead="This page is for changes to your account that you didn’t make.">
      <Notice tone="error">The link is incomplete. Copy all of it from the email.</Notice>
      <Help />
    </AuthLayout>
  );
}

function Undo({ token }: { readonly token: string }) {
  const query = queryOf(describeUndo, { body: { token } });
  const description = useQuery(query).data;
  const undo = useMutation({
    mutationFn: () => call(undoChanges, { body: { token } }),
    // This browser's session may be one of those that were ended.
    onSuccess: () => void auth.getUser(),
  });
  const navigate = useNavigate();

  // The reset page reads the tokens from the navigation state, also after a reload.
  const choosePassword = (resetTokens: NonNullable<Session>) =>
    void navigate({ to: APP_PATHS.resetPassword, state: { resetTokens }, replace: true });

  if (undo.data) return <Undone session={undo.data.session} onContinue={choosePassword} />;
  if (description?.state === 'open') {
    return <Question description={description} error={undo.error} busy={undo.isPending} onYes={undo.mutate} />;
  }
  return (
    <AuthLayout title="Undo a Change" lead="This page is for changes to your account that you didn’t make.">
      <Fetched query={query} label="Reading the link">
        {({ state }) => state !== 'open' && <Over state={state} />}
      </Fetched>
    </AuthLayout>
  );
}

interface QuestionProps {
  readonly description: UndoDescription;
  readonly error: Error | null;
  readonly busy: boolean;
  readonly onYes: () => void;
}

const WORDS = {
  identity_linked: 'Google was connected to the account',
  identity_unlinked: 'Google was disconnected from the account',
  factor_added: 'An authenticator app was added',
  factor_removed: 'An authenticator app was removed',
  password_changed: 'A new password was set',
  email_changed: 'The account’s email address was changed',
} as const satisfies Record<ChangeKind, string>;

function Question({ description: { changes, expiresAt }, error, busy, onYes }: QuestionProps) {
  return (
    <AuthLayout title="Undo These Changes?" lead="Use this page if you didn’t make them." arriving>
      {error !== null && <Notice tone="error">{error.message}</Notice>}
      <p>If you press the button, we undo these changes, newest first:</p>
      <Entries>
        {changes.map(({ kind, changedAt }) => (
          <Entry key={`${kind} ${changedAt}`} name={WORDS[kind]} note={formatDate(new Date(changedAt))} />
        ))}
      </Entries>
      <p>
        We also sign out every device, including this one, and then you choose a new password. If you made these changes
        yourself, close this page: nothing is undone. The link works until {formatDate(new Date(expiresAt))}.
      </p>
      <Button busy={busy} onClick={onYes}>
        Undo These Changes
      </Button>
    </AuthLayout>
  );
}

type Session = ReplyOf<typeof undoChanges>['session'];

interface UndoneProps {
  readonly session: Session;
  readonly onContinue: (session: NonNullable<Session>) => void;
}

function Undone({ session, onContinue }: UndoneProps) {
  return (
    <AuthLayout title="Undone" lead="The changes to your account were undone." arriving>
      <Notice tone="success">Every device has been signed out. Now choose a new password.</Notice>
      {session === null ? (
        <AppButtonLink to={APP_PATHS.forgotPassword}>Request a Link for a New Password</AppButtonLink>
      ) : (
        <Button onClick={() => onContinue(session)}>Choose a New Password</Button>
      )}
      <Help />
    </AuthLayout>
  );
}

function Over({ state }: { readonly state: 'undone' | 'expired' }) {
  return (
    <>
      {state === 'undone' ? (
        <Notice tone="info">
          These changes have already been undone. If you haven’t chosen a new password yet, do it now.
        </Notice>
      ) : (
        <Notice tone="error">
          This link has expired: it worked for seven days. If you didn’t make the change, contact us right away. If your
          email address was changed, do nothing more until we answer. If anything else was changed, request a link for a
          new password now.
        </Notice>
      )}
      <AppButtonLink to={APP_PATHS.forgotPassword}>Request a Link for a New Password</AppButtonLink>
      <Help />
    </>
  );
}

function Help() {
  return (
    <p>
      Something else wrong? <a href={PUBLIC_PATHS.support}>Contact us</a>.
    </p>
  );
}
