import type { PublicStatus } from '../../../domain/subscription.ts';
import type { BoardNotice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { NumberedSubscription } from '../account/owned-subscription.ts';
import { SubscriptionEntry } from './subscription-entry.tsx';
import styles from './subscription-lists.module.css';

interface SubscriptionListsProps {
  readonly owned: readonly NumberedSubscription[];
  /** Gifts that are still being paid for; they are listed apart. */
  readonly activeGifts: number;
  readonly onDone: (notice: BoardNotice) => void;
}

const LISTS = [
  { status: 'active', title: 'Active subscriptions' },
  { status: 'cancelled', title: 'Cancelled subscriptions' },
  { status: 'completed', title: 'Completed subscriptions' },
] as const satisfies readonly { status: PublicStatus; title: string }[];

export function SubscriptionLists({ owned, activeGifts, onDone }: SubscriptionListsProps) {
  return LISTS.map(({ status, title }) => {
    const listed = owned.filter((subscription) => subscription.status === status);
    if (listed.length === 0 && status !== 'active') return null;
    return (
      <Sheet key={status} title={title}>
        {listed.length === 0 ? <p>{noneActive(activeGifts)}</p> : <Entries listed={listed} onDone={onDone} />}
      </Sheet>
    );
  });
}

function noneActive(activeGifts: number): string {
  if (activeGifts > 0) return 'None of your own. The murders you pay for happen to other people.';
  return 'None. Nobody here is being charged for a murder.';
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
