import { Link } from '@tanstack/react-router';
import type { LogReply } from '../../../../contract/operator/subscribers.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { Entry, FileLink } from './entry.tsx';
import { instantInWords } from './words.ts';

export function LogEntry({ entry }: { readonly entry: LogReply }) {
  const { at, operator, sentence, subject, subscriptionId, about } = entry;
  const isMail = subject?.startsWith('mail:') ?? false;
  return (
    <Entry title={sentence} notes={[`by ${operator}`, isMail ? null : about]} mark={instantInWords(at)}>
      {isMail && about !== null ? (
        <Link to={CONSOLE_PATHS.search} search={{ q: about }}>
          Person
        </Link>
      ) : (
        <Subject subject={subject} subscriptionId={subscriptionId} />
      )}
    </Entry>
  );
}

function Subject({ subject, subscriptionId }: Pick<LogReply, 'subject' | 'subscriptionId'>) {
  const [kind, id = ''] = subscriptionId === null ? (subject?.split(':') ?? []) : ['subscription', subscriptionId];
  if (kind === 'run')
    return (
      <Link to={CONSOLE_PATHS.run} search={{ run: id }}>
        Run
      </Link>
    );
  if (kind === 'subscription') return <FileLink subscription={id}>Subscription</FileLink>;
  return kind === 'operator' || kind === 'user' ? <FileLink subscriber={id}>Person</FileLink> : null;
}
