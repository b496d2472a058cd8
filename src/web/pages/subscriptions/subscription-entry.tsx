import { useQuery } from '@tanstack/react-query';
import { type CalendarDate, formatDate } from '../../../domain/calendar-date.ts';
import { nextChargeWords } from '../../../domain/next-charge.ts';
import { PLANS } from '../../../domain/plans.ts';
import { billingText, billingWords } from '../../../domain/subscription.ts';
import { useNow } from '../../app/now.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import type { BoardNotice } from '../../ui/notice.tsx';
import { LettersProgress } from '../../ui/progress.tsx';
import { Stack } from '../../ui/sheet.tsx';
import { deliveryQuery } from '../../app/queries.ts';
import { type NumberedSubscription, STATUS_WORDS } from '../account/owned-subscription.ts';
import { ReturnedLetterNotice } from '../account/returned-letter-notice.tsx';
import { HeldLettersNotice } from '../account/held-letters-notice.tsx';
import { PastDue } from '../account/past-due.tsx';
import { DeliveryChangesOf } from '../letters/delivery-change-list.tsx';
import { UsualAddress } from '../letters/usual-address.tsx';
import { GuaranteeWords } from './guarantee-words.tsx';
import { toComeWords } from './letters-to-come.ts';
import { OpenButton } from './open-button.tsx';
import styles from './subscription-lists.module.css';
import { Resume } from './resume.tsx';

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
      {reply.pastDue && <PastDue overdue={reply.overdue} />}
      <ReturnedLetterNotice subscription={reply} />
      <HeldLettersNotice by={reply.held} />
      {!subscription.chargesStopped && <p>{billingWords(billingText(subscription, now), reply.sameDay)}</p>}
      <LettersProgress lettersReceived={reply.lettersReceived} totalLetters={reply.totalLetters} />
      <Facts subscription={subscription} />
      {status !== 'completed' && <DeliveryChangesOf subscriptionId={reply.id} />}
      {reply.paidElsewhere && <PaidElsewhere id={reply.id} />}
      {status === 'active' && (
        <OpenButton subscription={subscription} dialog="manage">
          Manage subscription
        </OpenButton>
      )}
      {status === 'cancelled' && <CancelledEntry subscription={subscription} onDone={onDone} />}
    </Stack>
  );
}

function Facts({ subscription }: { readonly subscription: NumberedSubscription }) {
  const { reply, status } = subscription;
  const address = reply.shippingAddress;
  const billing = billingText(subscription, useNow());
  const nextCharge = nextChargeWords({ ...subscription, pastDue: reply.pastDue });
  return (
    <DefinitionList
      items={[
        { term: 'Plan', detail: PLANS[reply.planType].name },
        { term: 'Status', detail: STATUS_WORDS[status] },
        nextCharge === null ? null : { term: 'Next charge', detail: nextCharge },
        nextCharge === null || billing.kind !== 'auto_renews'
          ? null
          : { term: 'Last charge', detail: formatDate(billing.on) },
        reply.paidElsewhere ? null : { term: 'Start date', detail: formatDate(reply.startDate as CalendarDate) },
        address && {
          term: 'Letters go to',
          detail: <UsualAddress subscription={subscription} address={address} />,
          wide: true,
        },
      ]}
    />
  );
}

function PaidElsewhere({ id }: { readonly id: string }) {
  const delivery = useQuery(deliveryQuery(id)).data;
  return (
    <p>
      You paid for this subscription at another shop. We charge nothing for it.
      {delivery && ` ${toComeWords(delivery.toCome)}`}
    </p>
  );
}

function CancelledEntry({ subscription, onDone }: SubscriptionEntryProps) {
  const { reply, label } = subscription;
  const resumed = `Your subscription to ${reply.seasonName} is active again. Letters and billing continue as if you hadn’t canceled.`;
  return (
    <Stack>
      {reply.refunded && (
        <p>
          This subscription has ended. We charge nothing more and mail no more letters. If we refunded you, Billing
          shows the amount.
        </p>
      )}
      {!reply.refunded && reply.held === null && <LettersToCome subscription={subscription} />}
      <Resume
        subscription={reply}
        button="Resume subscription"
        which={label}
        onResumed={() => onDone({ tone: 'success', text: resumed })}
      />
    </Stack>
  );
}

function LettersToCome({ subscription }: { readonly subscription: NumberedSubscription }) {
  const delivery = useQuery(deliveryQuery(subscription.reply.id));
  if (!delivery.data) return null;
  return (
    <>
      <p>{toComeWords(delivery.data.toCome)}</p>
      <GuaranteeWords guarantee={delivery.data.guarantee} mailing="your first mailing" />
      {(delivery.data.firstLetter !== null || delivery.data.copies.length > 0) && (
        <OpenButton subscription={subscription} dialog="address">
          Update Shipping Address
        </OpenButton>
      )}
    </>
  );
}
