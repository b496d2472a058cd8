import { zodResolver } from '@hookform/resolvers/zod';
import { useFormContext } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  changeAddressForCustomer,
  getSubscriptionDelivery,
  holdForCustomer,
  liftHoldForCustomer,
  retryPayment,
} from '../../../../contract/operator/customer.ts';
import type { SubscriptionDetail } from '../../../../contract/operator/subscribers.ts';
import type { DeliveryReply } from '../../../../contract/subscriptions.ts';
import { addDays, newYorkDate } from '../../../../domain/calendar-date.ts';
import { LONGEST_HOLD_DAYS } from '../../../../domain/hold.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { LETTERS_PER_SEASON } from '../../../../domain/season.ts';
import { call } from '../../../app/api.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { useNow } from '../../../app/now.ts';
import { queryOf } from '../../../app/queries.ts';
import { CheckboxField } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { AddressFields } from '../../address/address-fields.tsx';
import {
  ADDRESS_FIELDS,
  type AddressFormValues,
  addressShape,
  reportAddressProblems,
  toFormValues,
} from '../../address/address-form.ts';
import { Correction, NO_MONEY, type Noted } from '../parts/correction.tsx';
import { QuestionWithNote } from '../parts/question-with-note.tsx';
import { retryNotice } from '../parts/retry-words.ts';
import { dayInWords } from '../parts/words.ts';

interface DetailProps {
  readonly detail: SubscriptionDetail;
}

const NO_EMAIL = 'None. Tell the customer yourself.';

/** Both forms need the first letter that isn't sealed. */
export function DeliveryCorrections({ detail }: DetailProps) {
  const { id } = detail.summary;
  return (
    <Fetched query={queryOf(getSubscriptionDelivery, { params: { id } })} label="Fetching the address" lines={1}>
      {(delivery) => (
        <>
          <ChangeAddress id={id} delivery={delivery} sealed={sealedInWords(detail)} />
          {delivery.firstLetter !== null && detail.disputeHeldAt === null && (
            <HoldLetters id={id} first={delivery.firstLetter.letter} />
          )}
          {detail.hold !== null && <LiftHold id={id} hold={detail.hold} />}
        </>
      )}
    </Fetched>
  );
}

const addressWithNote = z
  .object({ ...addressShape, alsoDefault: z.boolean(), note: z.string() })
  .check((form) => reportAddressProblems(form, form.value));

interface ChangeAddressProps {
  readonly id: string;
  readonly delivery: DeliveryReply;
  readonly sealed: string;
}

function ChangeAddress({ id, delivery, sealed }: ChangeAddressProps) {
  const { addressLine1: street, isDefault } = delivery.address;
  return (
    <Correction<Noted<AddressFormValues & { alsoDefault: boolean }>, DeliveryReply>
      label="Change address"
      title="Change the address of these letters?"
      yes="Change address"
      follows={{ money: NO_MONEY, letters: reachedInWords(delivery, sealed), email: NO_EMAIL }}
      values={{ ...toFormValues(delivery.address), alsoDefault: false, note: '' }}
      fields={ADDRESS_FIELDS}
      resolver={zodResolver(addressWithNote)}
      save={({ note, alsoDefault, ...address }) =>
        call(changeAddressForCustomer, { params: { id }, body: { address, alsoDefault, note } })
      }
      said={(changed) => `The address is changed. ${reachedInWords(changed, sealed)}`}
    >
      {() => (
        <>
          <AddressFields />
          {isDefault && <DefaultToo street={street} />}
        </>
      )}
    </Correction>
  );
}

function DefaultToo({ street }: { readonly street: string }) {
  const { register } = useFormContext<{ alsoDefault: boolean }>();
  return (
    <CheckboxField
      label="Change the default address too"
      hint={`The account’s default address is ${street}. The next order starts with it.`}
      {...register('alsoDefault')}
    />
  );
}

/** About the letter that has its address already, but is still here. */
function sealedInWords({ nextLetter }: SubscriptionDetail): string {
  if (nextLetter === null || nextLetter.sealedTo === null) return '';
  return ` Letter ${nextLetter.letter} is already sealed and still goes to ${nextLetter.sealedTo}.`;
}

function reachedInWords({ firstLetter, elsewhere, copies }: DeliveryReply, sealed: string): string {
  const sent = copies.length === 0 ? '' : ` The copy of letter ${copies.join(', ')} goes there too.`;
  const alone = copies.length === 0 ? '' : ` Only the copy of letter ${copies.join(', ')} goes to the new address.`;
  if (elsewhere) return `All letters that are left go to temporary addresses, which stay.${alone}`;
  if (firstLetter === null) return `No letter is left that a new address would reach.${alone}`;
  const { letter, handOver } = firstLetter;
  return `Letter ${letter}, mailed ${dayInWords(handOver.earliest)}, and all after it go to the new address.${sent}${sealed}`;
}

function HoldLetters({ id, first }: { readonly id: string; readonly first: number }) {
  const today = newYorkDate(useNow());
  return (
    <Correction<Noted<{ fromLetter: string; resumeOn: string }>, unknown>
      label="Hold letters"
      title="Hold letters?"
      yes="Hold letters"
      follows={{
        money: 'Charges continue as before.',
        letters: 'They resume on the first mailing day after the hold, one each mailing day. None is lost.',
        email: NO_EMAIL,
      }}
      values={{ fromLetter: String(first), resumeOn: '', note: '' }}
      fields={['fromLetter', 'resumeOn']}
      save={({ fromLetter, ...body }) =>
        call(holdForCustomer, { params: { id }, body: { ...body, fromLetter: Number(fromLetter) } })
      }
      said="The letters are on hold."
    >
      {(field) => (
        <>
          <TextField label="From letter" type="number" min={first} max={LETTERS_PER_SEASON} {...field('fromLetter')} />
          <TextField
            label="Hold until"
            type="date"
            min={addDays(today, 1)}
            max={addDays(today, LONGEST_HOLD_DAYS)}
            hint={`The first day on which letters may be mailed again, at most ${LONGEST_HOLD_DAYS} days from now.`}
            {...field('resumeOn')}
          />
        </>
      )}
    </Correction>
  );
}

interface LiftHoldProps {
  readonly id: string;
  readonly hold: NonNullable<SubscriptionDetail['hold']>;
}

function LiftHold({ id, hold }: LiftHoldProps) {
  return (
    <Correction<Noted, unknown>
      label="Lift hold"
      title="Lift the hold?"
      yes="Lift hold"
      follows={{
        money: NO_MONEY,
        letters: `Letter ${hold.fromLetter} goes out on the next mailing day instead of after ${dayInWords(hold.resumeOn)}.`,
        email: NO_EMAIL,
      }}
      values={{ note: '' }}
      save={({ note }) => call(liftHoldForCustomer, { params: { id }, body: { holdId: hold.id, note } })}
      said="The hold is lifted."
    />
  );
}

export function RetryPayment({ detail: { ownerId, stripe } }: DetailProps) {
  const overdue = stripe?.overdueCents ?? null;
  const amount = overdue === null ? 'the overdue amount' : formatUsd(overdue);
  return (
    <QuestionWithNote
      label="Retry payment"
      title="Charge the card again now?"
      yes="Retry payment"
      consequence={`Money: ${amount} is charged to the card on file now. Stripe’s own retries go on if it is declined. Letters: those that wait for this payment go out with the next mailing. Email: the customer gets a receipt if it is paid, and nothing new if it is declined.`}
      mutation={(note) => call(retryPayment, { params: { id: ownerId }, body: { note } })}
      said={(reply) => retryNotice(reply)}
    />
  );
}
