import { ban, removeFactor, signOut, type SubscriberReply, unban } from '../../../../contract/operator/subscribers.ts';
import { call } from '../../../app/api.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import styles from '../parts/console.module.css';
import { QuestionWithNote } from '../parts/question-with-note.tsx';
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
    title: 'Remove their authenticators?',
    consequence:
      'For people who have lost the device and the recovery codes: be sure first that it is they who ask. Every device is signed out, and their password alone opens the account. They are told by email.',
    said: (ended) => `The authenticators are removed. ${ended} ended.`,
  },
  signOut: {
    endpoint: signOut,
    label: 'Sign Out',
    title: 'Sign them out everywhere?',
    consequence: 'Every device is signed out at once. They can sign in again.',
    said: (ended) => `Signed out everywhere: ${ended} ended.`,
  },
  ban: {
    endpoint: ban,
    label: 'Shut Out',
    title: 'Shut them out?',
    consequence:
      'Every device is signed out, and nobody signs in again until you let them. Their letters still go out.',
    said: (ended) => `Shut out. ${ended} ended.`,
  },
  unban: {
    endpoint: unban,
    label: 'Let In Again',
    title: 'Let them in again?',
    consequence: 'They can sign in as before.',
    said: () => 'They may come in again.',
  },
} as const satisfies Record<string, Act>;

export function AccessSheet({ subscriber }: { readonly subscriber: SubscriberReply }) {
  const { id, authenticators, openSessions, bannedUntil } = subscriber;
  const items = [
    { term: 'Second lock', detail: authenticators === 0 ? 'None' : counted(authenticators, 'authenticator') },
    { term: 'Signed in on', detail: counted(openSessions, 'device') },
    { term: 'Door', detail: bannedUntil === null ? 'Open to them' : 'Shut to them' },
  ];
  return (
    <Sheet title="Their locks">
      <Stack>
        <DefinitionList items={items} />
        <div className={styles.buttons}>
          {authenticators > 0 && <ActButton id={id} act={ACTS.removeFactor} />}
          {openSessions > 0 && <ActButton id={id} act={ACTS.signOut} />}
          <ActButton id={id} act={bannedUntil === null ? ACTS.ban : ACTS.unban} />
        </div>
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
