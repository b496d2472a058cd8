import { useState } from 'react';
import { refundPayment } from '../../../../contract/operator/customer.ts';
import type { InvoiceLine } from '../../../../contract/operator/subscribers.ts';
import { NOTHING_CHARGED } from '../../../../domain/charge-words.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { call } from '../../../app/api.ts';
import { TextField } from '../../../ui/field.tsx';
import { Entry } from '../parts/entry.tsx';
import { QuestionWithNote } from '../parts/question-with-note.tsx';
import { instantInWords } from '../parts/words.ts';
import { centsOf, dollarsOf } from './amount.ts';

export function Invoice(invoice: InvoiceLine) {
  const { id, number, status, totalCents, amountPaidCents, refundedCents, createdAt } = invoice;
  return (
    <Entry
      title={status === 'paid' && totalCents === 0 ? NOTHING_CHARGED : formatUsd(totalCents)}
      notes={[`${number ?? id}, ${instantInWords(createdAt)}`]}
      mark={refundedCents > 0 ? `${status}, ${formatUsd(refundedCents)} refunded` : status}
    >
      {status === 'paid' && amountPaidCents > refundedCents && <RefundButton key={refundedCents} invoice={invoice} />}
    </Entry>
  );
}

function RefundButton({ invoice }: { readonly invoice: InvoiceLine }) {
  const { id, number, amountPaidCents, refundedCents } = invoice;
  const left = amountPaidCents - refundedCents;
  const [typed, setTyped] = useState(dollarsOf(left));
  const cents = centsOf(typed);
  const isAmount = cents !== null && cents > 0 && cents <= left;
  const refusal = `Enter an amount from $0.01 to ${formatUsd(left)}.`;
  return (
    <QuestionWithNote
      label="Refund"
      about={number ?? id}
      title="Refund this payment?"
      yes="Refund"
      consequence={`${formatUsd(left)} of this payment can be refunded, to the card that paid. The subscription and its letters continue. The customer gets an email with the amount. This can’t be undone.`}
      mutation={async (note) => {
        if (!isAmount) throw new Error(refusal);
        const body = { amountCents: cents, refundedBeforeCents: refundedCents, note };
        return await call(refundPayment, { params: { id }, body });
      }}
      said={(reply) => `${formatUsd(reply.refundedCents)} of this payment is refunded by now.`}
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
