import { useState } from 'react';
import { refundPayment } from '../../../../contract/operator/customer.ts';
import type { InvoiceLine } from '../../../../contract/operator/subscribers.ts';
import { NOTHING_CHARGED } from '../../../../domain/charge-words.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { call } from '../../../app/api.ts';
import { TextField } from '../../../ui/field.tsx';
import { SUPPORT_REFUND_LIMIT_CENTS } from '../../../../contract/operator/roles.ts';
import { Entry } from '../parts/entry.tsx';
import { StripeLink } from '../parts/stripe-link.tsx';
import { useRole } from '../parts/role.tsx';
import { QuestionWithNote } from '../parts/question-with-note.tsx';
import { instantInWords } from '../parts/words.ts';
import { centsOf, dollarsOf } from './amount.ts';

export function Invoice(invoice: InvoiceLine) {
  const { id, number, status, totalCents, amountPaidCents, refundedCents, createdAt } = invoice;
  return (
    <Entry
      title={status === 'paid' && totalCents === 0 ? NOTHING_CHARGED : formatUsd(totalCents)}
      notes={[
        <StripeLink key="stripe" id={id}>
          {number ?? id}
        </StripeLink>,
        instantInWords(createdAt),
      ]}
      mark={refundedCents > 0 ? `${status}, ${formatUsd(refundedCents)} refunded` : status}
    >
      {status === 'paid' && amountPaidCents > refundedCents && <RefundButton key={refundedCents} invoice={invoice} />}
    </Entry>
  );
}

function RefundButton({ invoice }: { readonly invoice: InvoiceLine }) {
  const { id, number, amountPaidCents, refundedCents, paidAt, createdAt } = invoice;
  const isOwner = useRole() === 'owner';
  const unrefunded = amountPaidCents - refundedCents;
  const left = isOwner ? unrefunded : Math.min(unrefunded, SUPPORT_REFUND_LIMIT_CENTS - refundedCents);
  const [typed, setTyped] = useState(dollarsOf(left));
  const cents = centsOf(typed);
  const isAmount = cents !== null && cents > 0 && cents <= left;
  const refusal = `Enter an amount from $0.01 to ${formatUsd(left)}.`;
  if (left <= 0) return null;
  const limit =
    left < unrefunded ? ` Your role can refund up to ${formatUsd(SUPPORT_REFUND_LIMIT_CENTS)} of a payment.` : '';
  return (
    <QuestionWithNote
      label="Refund"
      about={number ?? id}
      title={`Refund payment ${number ?? id}?`}
      yes="Refund"
      consequence={`Money: up to ${formatUsd(left)} of the payment of ${instantInWords(paidAt ?? createdAt)} goes back to the card that paid.${limit} Letters: they continue, and so does the subscription. Email: the customer gets one with the amount. This can’t be undone.`}
      mutation={async (note) => {
        if (!isAmount) throw new Error(refusal);
        const body = { amountCents: cents, refundedBeforeCents: refundedCents, note };
        return await call(refundPayment, { params: { id }, body });
      }}
      said={(reply) => `Refunded. ${formatUsd(reply.refundedCents)} of this payment is refunded in all.`}
    >
      <TextField
        label="Amount in dollars"
        inputMode="decimal"
        error={isAmount ? undefined : refusal}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </QuestionWithNote>
  );
}
