import { correctEmail, correctName, sendCardLink } from '../../../../contract/operator/customer.ts';
import type { SubscriberReply } from '../../../../contract/operator/subscribers.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { call } from '../../../app/api.ts';
import { AppButtonLink } from '../../../app/links.tsx';
import { TextField } from '../../../ui/field.tsx';
import styles from '../parts/console.module.css';
import { Correction, NO_MONEY, type Noted } from '../parts/correction.tsx';
import { useRole } from '../parts/role.tsx';

interface SubscriberProps {
  readonly subscriber: SubscriberReply;
}

const NO_LETTERS = 'Nothing changes.';

export function CustomerActions({ subscriber }: SubscriberProps) {
  const { id, isOperator } = subscriber;
  const isOwner = useRole() === 'owner';
  const mayChange = !isOperator || isOwner;
  return (
    <div className={styles.buttons}>
      {mayChange && <CorrectName subscriber={subscriber} />}
      {!isOperator && <CorrectEmail subscriber={subscriber} />}
      {subscriber.stripeCustomerId !== null && <SendCardLink subscriber={subscriber} />}
      {mayChange && (
        <AppButtonLink
          fit
          variant="secondary"
          to={CONSOLE_PATHS.viewAs}
          search={{ subscriber: id }}
          target="_blank"
          rel="noreferrer"
        >
          View as customer
        </AppButtonLink>
      )}
    </div>
  );
}

function CorrectName({ subscriber: { id, fullName } }: SubscriberProps) {
  return (
    <Correction<Noted<{ fullName: string }>, unknown>
      label="Correct name"
      title="Correct the name?"
      yes="Correct name"
      follows={{
        money: NO_MONEY,
        letters: 'Envelopes keep the name of their address. Change the address to change it.',
        email: 'None now. Emails from now on use the new name.',
      }}
      values={{ fullName: fullName ?? '', note: '' }}
      fields={['fullName']}
      save={(body) => call(correctName, { params: { id }, body })}
      said="The name is corrected."
    >
      {(field) => <TextField label="Full name" maxLength={100} autoComplete="off" {...field('fullName')} />}
    </Correction>
  );
}

function CorrectEmail({ subscriber: { id, email } }: SubscriberProps) {
  return (
    <Correction<Noted<{ email: string }>, unknown>
      label="Correct email"
      title="Correct the email?"
      yes="Correct email"
      follows={{
        money: NO_MONEY,
        letters: NO_LETTERS,
        email: `All email goes to the new address. ${email} gets one that says so. The customer signs in with the new address and the same password.`,
      }}
      values={{ email, note: '' }}
      fields={['email']}
      save={(body) => call(correctEmail, { params: { id }, body })}
      said={`The email is corrected. ${email} gets an email about it.`}
    >
      {(field) => <TextField label="Email" type="email" autoComplete="off" {...field('email')} />}
    </Correction>
  );
}

function SendCardLink({ subscriber: { id, email } }: SubscriberProps) {
  return (
    <Correction<Noted, unknown>
      label="Send card link"
      title="Send the link to update the card?"
      yes="Send link"
      follows={{
        money: 'Once the customer enters a card, an overdue payment is charged to it right away.',
        letters: NO_LETTERS,
        email: `${email} gets an email with a link to Billing, once a day at most. It asks for a sign-in.`,
      }}
      values={{ note: '' }}
      save={(body) => call(sendCardLink, { params: { id }, body })}
      said={`The link goes to ${email}.`}
    />
  );
}
