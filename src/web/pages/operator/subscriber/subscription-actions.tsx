import { useState } from 'react';
import {
  cancelForCustomer,
  cancelNow,
  giveFreeMonth,
  resumeForCustomer,
} from '../../../../contract/operator/customer.ts';
import { SUPPORT_REFUND_LIMIT_CENTS } from '../../../../contract/operator/roles.ts';
import { refundSubscription, type SubscriptionDetail } from '../../../../contract/operator/subscribers.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { call } from '../../../app/api.ts';
import { Choice } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Stack } from '../../../ui/sheet.tsx';
import styles from '../parts/console.module.css';
import { Correction, type Noted } from '../parts/correction.tsx';
import { QuestionWithNote } from '../parts/question-with-note.tsx';
import { useRole } from '../parts/role.tsx';
import { dayInWords, instantInWords } from '../parts/words.ts';
import { centsOf } from './amount.ts';
import { pullInWords, refundConsequence, refundedInWords } from './refund-words.ts';
import { GiftCorrections } from './gift-corrections.tsx';
import { DeliveryCorrections, RetryPayment } from './subscription-corrections.tsx';

interface DetailProps {
  readonly detail: SubscriptionDetail;
}

export function SubscriptionActions({ detail }: DetailProps) {
  const { summary, refundRequestedAt, disputeLostAt } = detail;
  const hasEnded = refundRequestedAt !== null || disputeLostAt !== null || summary.status === 'completed';
  const isRunning = summary.status === 'active' || summary.status === 'past_due';
  const isOwner = useRole() === 'owner';
  if (hasEnded) return null;
  const mayRefundAll = isOwner || detail.paidCents <= SUPPORT_REFUND_LIMIT_CENTS;
  return (
    <Stack>
      <div className={styles.buttons}>
        {isRunning && <Cancel detail={detail} />}
        {summary.status === 'cancelled' && <Resume detail={detail} />}
        <CancelNow detail={detail} />
        {detail.guarantee.open && mayRefundAll && <RefundUnderGuarantee detail={detail} />}
      </div>
      <div className={styles.buttons}>
        {summary.status === 'past_due' && <RetryPayment detail={detail} />}
        <FreeMonth detail={detail} />
        {!summary.isGift && <DeliveryCorrections detail={detail} />}
        {detail.gift !== null && summary.lettersMailed === 0 && <GiftCorrections gift={detail.gift} />}
      </div>
      {isRunning && summary.planType === 'monthly' && (
        <p>
          A monthly plan can’t be switched to annual. If the customer wants annual, cancel this plan and let them buy
          the annual one.
        </p>
      )}
    </Stack>
  );
}

function Cancel({ detail: { summary } }: DetailProps) {
  return (
    <QuestionWithNote
      label="Cancel"
      title="Cancel at the end of the paid period?"
      yes="Cancel subscription"
      consequence="Money: nothing more is charged, and nothing is refunded. Letters: all that are paid for still go out. Email: the customer gets one that says so. It can be resumed until the paid period ends."
      mutation={(note) => call(cancelForCustomer, { params: { id: summary.id }, body: { note } })}
      said="Cancelled. Letters that are paid for still go out."
    />
  );
}

function FreeMonth({ detail: { summary, stripe, cancelRequestedAt } }: DetailProps) {
  const isCharged = summary.status === 'active' && cancelRequestedAt === null;
  if (stripe === null || !isCharged || summary.isGift || summary.planType !== 'monthly') return null;
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

type Refund = 'full' | 'part' | 'none';

function refundChoices(paidCents: number): readonly (readonly [Refund, string])[] {
  return [
    ['full', `Refund in full (${formatUsd(paidCents)} paid, less what is refunded by now)`],
    ['part', 'Refund a part, the newest payment first'],
    ['none', 'No refund'],
  ];
}

function CancelNow({ detail }: DetailProps) {
  const { summary, paidCents, printed } = detail;
  const [refund, setRefund] = useState<Refund>('full');
  const [typed, setTyped] = useState('');
  const cents = centsOf(typed);
  const refusal = 'Enter an amount of dollars, such as 12.50.';
  const refundCents = refund === 'full' ? null : refund === 'none' ? 0 : cents;
  return (
    <QuestionWithNote
      label="Cancel now"
      title="Cancel now?"
      yes="Cancel now"
      consequence={`Money: nothing more is charged, and the refund below goes to the card that paid. Letters: none follow, also those that are paid for. ${pullInWords(printed)}Email: the customer gets one with the refund. This can’t be undone.`}
      mutation={async (note) => {
        if (refund === 'part' && cents === null) throw new Error(refusal);
        return await call(cancelNow, { params: { id: summary.id }, body: { refundCents, note } });
      }}
      said={refundedInWords}
    >
      <fieldset aria-label="Refund">
        <Stack>
          {refundChoices(paidCents).map(([value, label]) => (
            <Choice
              key={value}
              name="refund"
              label={label}
              value={value}
              checked={refund === value}
              onChange={() => setRefund(value)}
            />
          ))}
        </Stack>
      </fieldset>
      {refund === 'part' && (
        <TextField
          label="Amount in dollars"
          inputMode="decimal"
          error={typed !== '' && cents === null ? refusal : undefined}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </QuestionWithNote>
  );
}

function RefundUnderGuarantee({ detail }: DetailProps) {
  return (
    <QuestionWithNote
      label="Refund under guarantee"
      title="Refund this season?"
      yes="Refund in full"
      consequence={refundConsequence(detail.paidCents, detail.printed)}
      mutation={(note) => call(refundSubscription, { params: { id: detail.summary.id }, body: { note } })}
      said={refundedInWords}
    />
  );
}
