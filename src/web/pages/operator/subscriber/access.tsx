import { ban, removeFactor, signOut, type SubscriberReply, unban } from '../../../../contract/operator/subscribers.ts';
import { call } from '../../../app/api.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import styles from '../parts/console.module.css';
import { QuestionWithNote } from '../parts/question-with-note.tsx';
import { useRole } from '../parts/role.tsx';
import { counted } from '../parts/words.ts';

interface Act {
  readonly endpoint: typeof ban;
  readonly label: string;
  readonly title: string;
  readonly consequence: string;
  readonly said: (ended: string) => string;
}

const ACTS = {
  removeFactor: {
    endpoint: removeFactor,
    label: 'Remove Authenticators',
    title: 'Remove the authenticators?',
    consequence:
      'For a customer who lost the device and the recovery codes. First make sure that it is the customer who asks. Every device is signed out, and the password alone opens the account. Email: the customer gets one about it.',
    said: (ended) => `The authenticators are removed. ${ended} ended.`,
  },
  signOut: {
    endpoint: signOut,
    label: 'Sign Out',
    title: 'Sign the customer out everywhere?',
    consequence: 'Every device is signed out at once. The customer can sign in again.',
    said: (ended) => `Signed out everywhere: ${ended} ended.`,
  },
  ban: {
    endpoint: ban,
    label: 'Block',
    title: 'Block this account?',
    consequence:
      'Every device is signed out, and the customer can’t sign in until you unblock the account. Money: charges continue. Letters: they still go out. Email: none about this.',
    said: (ended) => `Blocked. ${ended} ended.`,
  },
  unban: {
    endpoint: unban,
    label: 'Unblock',
    title: 'Unblock this account?',
    consequence: 'The customer can sign in as before.',
    said: () => 'Unblocked.',
  },
} as const satisfies Record<string, Act>;

export function AccessSheet({ subscriber }: { readonly subscriber: SubscriberReply }) {
  const { id, authenticators, openSessions, bannedUntil, isOperator } = subscriber;
  const isOwner = useRole() === 'owner';
  const items = [
    { term: 'Two-step verification', detail: authenticators === 0 ? 'Off' : counted(authenticators, 'authenticator') },
    { term: 'Signed in on', detail: counted(openSessions, 'device') },
    { term: 'Sign-in', detail: bannedUntil === null ? 'Allowed' : 'Blocked' },
  ];
  return (
    <Sheet title="Sign-in" titleId="sign-in">
      <Stack>
        <DefinitionList items={items} />
        {isOperator && !isOwner ? (
          <p>This is an operator’s account. Only an owner can change it.</p>
        ) : (
          <div className={styles.buttons}>
            {authenticators > 0 && <ActButton id={id} act={ACTS.removeFactor} />}
            {openSessions > 0 && <ActButton id={id} act={ACTS.signOut} />}
            <ActButton id={id} act={bannedUntil === null ? ACTS.ban : ACTS.unban} />
          </div>
        )}
      </Stack>
    </Sheet>
  );
}

function ActButton({ id, act }: { readonly id: string; readonly act: Act }) {
  return (
    <QuestionWithNote
      label={act.label}
      title={act.title}
      yes={act.label}
      consequence={act.consequence}
      mutation={(note) => call(act.endpoint, { params: { id }, body: { note } })}
      said={({ sessionsEnded }) => act.said(counted(sessionsEnded, 'session'))}
    />
  );
}
