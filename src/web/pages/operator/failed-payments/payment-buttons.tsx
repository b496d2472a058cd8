import { retryPayment, sendCardLink } from '../../../../contract/operator/customer.ts';
import type { FailedPayment } from '../../../../contract/operator/failed-payments.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { call } from '../../../app/api.ts';
import { QuestionButton } from '../parts/action-button.tsx';
import styles from '../parts/list-table.module.css';
import { retryNotice } from '../parts/retry-words.ts';

const NOTE = 'From the list of failed payments.';

export function PaymentButtons({ payment }: { readonly payment: FailedPayment }) {
  const { subscriberId: id, email, amountCents } = payment;
  const input = { params: { id }, body: { note: NOTE } };
  const amount = amountCents === null ? 'The overdue amount' : formatUsd(amountCents);
  return (
    <div className={styles.buttons}>
      <QuestionButton
        label="Send Link"
        about={email}
        title="Send the link to update the card?"
        yes="Send Link"
        mutation={() => call(sendCardLink, input)}
        said={`The link was emailed to ${email}.`}
      >
        <p>{`${email} gets one email with a link to update the card. Nothing is charged now.`}</p>
      </QuestionButton>
      <QuestionButton
        label="Retry Now"
        about={email}
        title="Charge the card again?"
        yes="Charge Now"
        mutation={() => call(retryPayment, input)}
        said={(reply) => retryNotice(reply, email)}
      >
        <p>{`${amount} is charged to the card of ${email} now. Stripe’s own attempts go on if the bank declines.`}</p>
      </QuestionButton>
    </div>
  );
}
