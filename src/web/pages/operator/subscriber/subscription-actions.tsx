import { giveFreeMonth, resumeForCustomer } from '../../../../contract/operator/customer.ts';
import { SUPPORT_REFUND_LIMIT_CENTS } from '../../../../contract/operator/roles.ts';
import type { SubscriptionDetail } from '../../../../contract/operator/subscribers.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { call } from '../../../app/api.ts';
import { Stack } from '../../../ui/sheet.tsx';
import styles from '../parts/console.module.css';
import { Correction, type Noted } from '../parts/correction.tsx';
import { QuestionWithNote } from '../parts/question-with-note.tsx';
import { useRole } from '../parts/role.tsx';
import { dayInWords, instantInWords } from '../parts/words.ts';
import { EndSubscription } from './end-subscription.tsx';
import { GiftCorrections } from './gift-corrections.tsx';
import { isCharged } from './is-charged.ts';
import { DeliveryCorrections, RetryPayment } from './subscription-corrections.tsx';

interface DetailProps {
  readonly detail: SubscriptionDetail;
}

export function SubscriptionActions({ detail }: DetailProps) {
  const { summary, refundRequestedAt, disputeLostAt } = detail;
  const hasEnded = refundRequestedAt !== null || disputeLostAt !== null || summary.status === 'completed';
  const isRunning = summary.status === 'active' || summary.status === 'past_due';
  const isAtStripe = detail.stripeSubscriptionId !== null;
  const isOwner = useRole() === 'owner';
  if (hasEnded) return null;
  const mayRefundAll = isOwner || detail.paidCents <= SUPPORT_REFUND_LIMIT_CENTS;
  return (
    <Stack>
      <div className={styles.buttons}>
        <EndSubscription
          detail={detail}
          ways={[
            ...(isRunning && isAtStripe ? (['later'] as const) : []),
            'now',
            ...(detail.guarantee.open && mayRefundAll ? (['guarantee'] as const) : []),
          ]}
        />
        {detail.resumableUntil !== null && <Resume detail={detail} />}
        {summary.status === 'past_due' && <RetryPayment detail={detail} />}
        <FreeMonth detail={detail} />
        {!summary.isGift && <DeliveryCorrections detail={detail} />}
        {detail.gift !== null && summary.lettersMailed === 0 && <GiftCorrections gift={detail.gift} />}
      </div>
      {isRunning && isAtStripe && summary.planType === 'monthly' && (
        <p>
          A monthly plan can’t be switched to annual. If the customer wants annual, cancel this plan and let them buy
          the annual one.
        </p>
      )}
    </Stack>
  );
}

function FreeMonth({ detail }: DetailProps) {
  const { summary, stripe } = detail;
  if (stripe === null || !isCharged(detail) || summary.isGift) return null;
  const { nextChargeCents, currentPeriodEnd } = stripe;
  if (nextChargeCents === null || nextChargeCents === 0) return null;
  return (
    <Correction<Noted, { chargeOn: string }>
      label="Give a free month"
      title="Make the next charge free?"
      yes="Give a free month"
      follows={{
        money: `The charge of ${formatUsd(nextChargeCents)} on ${instantInWords(currentPeriodEnd)} isn’t made. Later charges stay as they are.`,
        letters: 'The letters of that month go out as if it were paid.',
        email: 'None now. That month’s receipt says that nothing was charged.',
      }}
      values={{ note: '' }}
      save={(body) => call(giveFreeMonth, { params: { id: summary.id }, body })}
      said={({ chargeOn }) => `The charge of ${dayInWords(chargeOn)} is free.`}
    />
  );
}

function Resume({ detail: { summary } }: DetailProps) {
  return (
    <QuestionWithNote
      label="Resume"
      title="Resume this subscription?"
      yes="Resume subscription"
      consequence="Money: the next charge is made when the paid period ends. Letters: they continue. Email: the customer gets one that says so."
      mutation={(note) => call(resumeForCustomer, { params: { id: summary.id }, body: { note } })}
      said="Resumed. Charges and letters continue."
    />
  );
}
