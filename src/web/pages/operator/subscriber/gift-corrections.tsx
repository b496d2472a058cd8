import { changeGiftAddressForCustomer, correctGiftForCustomer } from '../../../../contract/operator/customer.ts';
import type { SubscriptionDetail } from '../../../../contract/operator/subscribers.ts';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import { dayInWords } from '../parts/words.ts';
import { call } from '../../../app/api.ts';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { MAILING_FIELDS, toMailingAddress, toMailingForm } from '../../gift/gift-form-values.ts';
import { MailingAddressFields } from '../../gift/mailing-address-fields.tsx';
import { Correction, NO_MONEY } from '../parts/correction.tsx';

interface GiftProps {
  readonly gift: NonNullable<SubscriptionDetail['gift']>;
}

/** Possible until letter 1 is printed; for the address, only until the freeze. */
export function GiftCorrections({ gift }: GiftProps) {
  return (
    <>
      <CorrectGift gift={gift} />
      <CorrectAddress gift={gift} />
    </>
  );
}

function CorrectAddress({ gift: { id, mailingAddress } }: GiftProps) {
  return (
    <Correction
      label="Correct address"
      title="Correct the name and address of this gift?"
      yes="Correct address"
      follows={{
        money: NO_MONEY,
        letters: 'All letters go to the new name and address. Once letter 1 is sealed, this is refused.',
        email: 'None. Tell the giver yourself.',
      }}
      values={{ mailingAddress: toMailingForm(mailingAddress), note: '' }}
      fields={MAILING_FIELDS}
      save={({ mailingAddress: typed, note }) =>
        call(changeGiftAddressForCustomer, {
          params: { id },
          body: { mailingAddress: toMailingAddress(typed), note },
        })
      }
      said="The address of the gift is corrected."
    >
      {() => <MailingAddressFields />}
    </Correction>
  );
}

function correctedInWords({ emailed, recipientEmail, startDate }: ReplyOf<typeof correctGiftForCustomer>): string {
  const followed = {
    now: `We email ${recipientEmail} now.`,
    on_start_date: `We email ${recipientEmail} on ${dayInWords(startDate)}.`,
    before: `${recipientEmail} was emailed before and isn’t emailed again.`,
    no: `The giver wanted no email, so ${recipientEmail} isn’t emailed.`,
  };
  return `The gift is corrected. ${followed[emailed]}`;
}

function CorrectGift({ gift }: GiftProps) {
  const { id, recipientName, recipientEmail, startDate } = gift;
  const giftMessage = gift.giftMessage ?? '';
  return (
    <Correction
      label="Correct gift"
      title="Correct this gift?"
      yes="Correct gift"
      follows={{
        money: NO_MONEY,
        letters: 'The card in letter 1 has the new message. With a new start date, letter 1 is mailed after that day.',
        email:
          'A new recipient email ends the links that were emailed before. From the start date on, the announcement goes to the new email at once.',
      }}
      values={{ recipientName, recipientEmail, giftMessage, startDate, note: '' }}
      fields={['recipientName', 'recipientEmail', 'giftMessage', 'startDate']}
      save={(body) => call(correctGiftForCustomer, { params: { id }, body })}
      said={correctedInWords}
    >
      {(field) => (
        <>
          <TextField label="Recipient’s name" maxLength={100} autoComplete="off" {...field('recipientName')} />
          <TextField label="Recipient’s email" type="email" autoComplete="off" {...field('recipientEmail')} />
          <TextAreaField label="Message" optional {...field('giftMessage')} />
          <TextField label="Start date" type="date" {...field('startDate')} />
        </>
      )}
    </Correction>
  );
}
