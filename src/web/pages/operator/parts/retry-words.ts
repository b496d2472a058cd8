import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { retryPayment } from '../../../../contract/operator/customer.ts';
import type { BoardNotice } from '../../../ui/notice.tsx';

type Retried = ReplyOf<typeof retryPayment>;

const OUTCOMES = {
  paid: { tone: 'success', text: 'The payment went through.' },
  nothing_due: { tone: 'success', text: 'Nothing is overdue anymore.' },
  action_required: {
    tone: 'warning',
    text: 'The bank asks the customer to confirm the payment. Send them the card link.',
  },
  declined: { tone: 'warning', text: 'The payment was declined.' },
} as const satisfies Record<Retried['outcome'], BoardNotice>;

/** @param email given if the page shows several customers */
export function retryNotice({ outcome, reason }: Retried, email?: string): BoardNotice {
  const { tone, text } = OUTCOMES[outcome];
  const said = reason === null ? text : `${text} ${reason}.`;
  return { tone, text: email === undefined ? said : `${email}: ${said}` };
}
