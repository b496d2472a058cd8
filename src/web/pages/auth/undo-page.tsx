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

/** Opening the page undoes nothing, since email programs open links by themselves. */
export function UndoPage() {
  const { token } = route.useSearch();
  if (token === undefined) return <BrokenLink />;
  return <Undo token={token} />;
}

function BrokenLink() {
  return (
    <AuthLayout title="Undo a Change" lead="Half a link opens half a door.">
      <Notice tone="error">The link is missing its end. Copy all of it from the email, to the last letter.</Notice>
      <Help />
    </AuthLayout>
  );
}

function Undo({ token }: { readonly token: string }) {
  const query = queryOf(describeUndo, { body: { token } });
  const description = useQuery(query).data;
  const undo = useMutation({
    mutationFn: () => call(undoChanges, { body: { token } }),
    // The session of this browser may be one of those that were ended.
    onSuccess: () => void auth.getUser(),
  });
  const navigate = useNavigate();

  // The reset screen takes the tokens as it would after a reload.
  const choosePassword = (resetTokens: NonNullable<Session>) =>
    void navigate({ to: APP_PATHS.resetPassword, state: { resetTokens }, replace: true });

  if (undo.data) return <Undone session={undo.data.session} onContinue={choosePassword} />;
  if (description?.state === 'open') {
    return <Question description={description} error={undo.error} busy={undo.isPending} onYes={undo.mutate} />;
  }
  return (
    <AuthLayout title="Undo a Change" lead="Some letters can be taken back.">
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
  identity_linked: 'Google became a way into the account',
  identity_unlinked: 'Google was taken away as a way into the account',
  factor_added: 'An authenticator was added',
  factor_removed: 'An authenticator was removed',
  password_changed: 'A new password was set',
  email_changed: 'The account moved to another e-mail address',
} as const satisfies Record<ChangeKind, string>;

function Question({ description: { changes, expiresAt }, error, busy, onYes }: QuestionProps) {
  return (
    <AuthLayout title="Was It Not You?" lead="Then we take it back, and ask no questions until afterwards." arriving>
      {error !== null && <Notice tone="error">{error.message}</Notice>}
      <p>What will be undone, the newest first:</p>
      <Entries>
        {changes.map(({ kind, changedAt }) => (
          <Entry key={`${kind} ${changedAt}`} name={WORDS[kind]} note={formatDate(new Date(changedAt))} />
        ))}
      </Entries>
      <p>
        Every device is signed out, this one included, and you choose a new password next. If it was you after all,
        close this page: nothing has happened. The link works until {formatDate(new Date(expiresAt))}.
      </p>
      <Button busy={busy} onClick={onYes}>
        Undo it
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
    <AuthLayout title="It Is Undone" lead="The locks are as they were, and the rooms are empty." arriving>
      <Notice tone="success">Every device has been signed out. Now choose a password that nobody else has seen.</Notice>
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
        <Notice tone="info">That has been undone already. If you have yet to choose a new password, do it now.</Notice>
      ) : (
        <Notice tone="error">This link worked for seven days, and they are over. It undoes nothing any more.</Notice>
      )}
      <AppButtonLink to={APP_PATHS.forgotPassword}>Request a Link for a New Password</AppButtonLink>
      <Help />
    </>
  );
}

function Help() {
  return (
    <p>
      Something else amiss? <a href={PUBLIC_PATHS.support}>Write to us</a>. We keep a locksmith.
    </p>
  );
}
