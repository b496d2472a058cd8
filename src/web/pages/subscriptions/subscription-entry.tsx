import { type CalendarDate, formatDate } from '../../../domain/calendar-date.ts';
import { PLANS } from '../../../domain/plans.ts';
import { billingText, billingWords } from '../../../domain/subscription.ts';
import { useNow } from '../../app/now.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import type { BoardNotice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Stack } from '../../ui/sheet.tsx';
import { type NumberedSubscription, STATUS_WORDS } from '../account/owned-subscription.ts';
import { PastDue } from '../account/past-due.tsx';
import { PostalAddress } from '../address/postal-address.tsx';
import { DeliveryChangesOf } from '../letters/delivery-change-list.tsx';
import { CancelledEntry } from './cancelled-entry.tsx';
import { OpenButton } from './open-button.tsx';
import styles from './subscription-lists.module.css';

interface SubscriptionEntryProps {
  readonly subscription: NumberedSubscription;
  readonly onDone: (notice: BoardNotice) => void;
}

export function SubscriptionEntry({ subscription, onDone }: SubscriptionEntryProps) {
  const { reply, label, status } = subscription;
  const now = useNow();
  return (
    <Stack>
      <header className={styles.head}>
        <h3>{reply.seasonName}</h3>
        <span className={styles.label}>{label}</span>
      </header>
      {reply.pastDue && <PastDue />}
      <p>{billingWords(billingText(subscription, now))}</p>
      <Progress label="Letters received" value={reply.lettersReceived} max={reply.totalLetters}>
        {`${reply.lettersReceived} of ${reply.totalLetters} letters received`}
      </Progress>
      <Facts subscription={subscription} />
      {status !== 'completed' && <DeliveryChangesOf subscriptionId={reply.id} />}
      {status === 'active' && (
        <OpenButton subscription={subscription} dialog="manage">
          Manage subscription
        </OpenButton>
      )}
      {status === 'cancelled' && <CancelledEntry subscription={subscription} onDone={onDone} />}
    </Stack>
  );
}

function Facts({ subscription: { reply, status } }: { readonly subscription: NumberedSubscription }) {
  const address = reply.shippingAddress;
  return (
    <DefinitionList
      items={[
        { term: 'Plan', detail: PLANS[reply.planType].name },
        { term: 'Status', detail: STATUS_WORDS[status] },
        { term: 'Start date', detail: formatDate(reply.startDate as CalendarDate) },
        address && { term: 'Letters go to', detail: <PostalAddress address={address} />, wide: true },
      ]}
    />
  );
}
