import type { PublicStatus } from '../../../domain/subscription.ts';
import type { BoardNotice } from '../../ui/notice-board.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { NumberedSubscription } from './numbered-subscription.ts';
import { SubscriptionEntry } from './subscription-entry.tsx';
import styles from './subscription-lists.module.css';

interface SubscriptionListsProps {
  readonly owned: readonly NumberedSubscription[];
  readonly onDone: (notice: BoardNotice) => void;
}

const LISTS = [
  { status: 'active', title: 'Active subscriptions', none: 'None. Nobody here is being charged for a murder.' },
  { status: 'cancelled', title: 'Cancelled subscriptions', none: null },
  { status: 'completed', title: 'Completed subscriptions', none: null },
] as const satisfies readonly { status: PublicStatus; title: string; none: string | null }[];

/** Active, cancelled and completed ones, oldest first. Who never cancelled or completed any is spared the empty list. */
export function SubscriptionLists({ owned, onDone }: SubscriptionListsProps) {
  return LISTS.map(({ status, title, none }) => {
    const listed = owned.filter((subscription) => subscription.status === status);
    if (listed.length === 0 && none === null) return null;
    return (
      <Sheet key={status} title={title}>
        {listed.length === 0 ? <p>{none}</p> : <Entries listed={listed} onDone={onDone} />}
      </Sheet>
    );
  });
}

interface EntriesProps {
  readonly listed: readonly NumberedSubscription[];
  readonly onDone: (notice: BoardNotice) => void;
}

function Entries({ listed, onDone }: EntriesProps) {
  return (
    <ul className={styles.list}>
      {listed.map((subscription) => (
        <li key={subscription.reply.id} className={styles.entry}>
          <SubscriptionEntry subscription={subscription} onDone={onDone} />
        </li>
      ))}
    </ul>
  );
}
