import { useState } from 'react';
import { type PieceReply, resolveSetAside } from '../../../../contract/operator/fulfilment.ts';
import { call } from '../../../app/api.ts';
import { Form } from '../../../app/forms.tsx';
import { DialogChoice } from '../../../ui/dialog.tsx';
import { CheckboxField, Choice } from '../../../ui/checkbox.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/sheet.tsx';
import { AddressFields } from '../../address/address-fields.tsx';
import { ADDRESS_FIELDS, useAddressForm, type AddressFormValues } from '../../address/address-form.ts';
import { AddressLines } from './entry.tsx';
import { Question, useOperatorMutation } from './action-button.tsx';
import { reasonInWords } from './words.ts';

interface ResolveFormProps {
  readonly piece: PieceReply;
  readonly onClose: () => void;
}

const WAYS = [
  [
    'send',
    'Send it as it stands',
    'Somebody has looked, and the postman will manage. Characters that cannot be printed are left out.',
  ],
  ['fix', 'Correct the address', 'For this letter, and for those to come if you say so.'],
  ['skip', 'Not with this run', 'It comes with its reader’s next mailing day.'],
] as const;

export function ResolveForm({ piece, onClose }: ResolveFormProps) {
  const [way, setWay] = useState<(typeof WAYS)[number][0]>('send');
  return (
    <Stack>
      <p>{piece.reason === null ? 'It was set aside.' : reasonInWords(piece.reason)}</p>
      <AddressLines lines={piece.envelope} />
      <fieldset aria-label="What to do">
        <Stack>
          {WAYS.map(([value, label, hint]) => (
            <Choice
              key={value}
              name="way"
              label={label}
              hint={hint}
              value={value}
              checked={way === value}
              onChange={() => setWay(value)}
            />
          ))}
        </Stack>
      </fieldset>
      {way === 'fix' ? (
        <Correction piece={piece} onClose={onClose} />
      ) : (
        <Question
          yes={way === 'send' ? 'Send It' : 'Leave It Out'}
          mutation={() => call(resolveSetAside, { params: { id: piece.id }, body: { kind: way } })}
          onClose={onClose}
          said={saidOf(piece, way)}
        >
          {null}
        </Question>
      )}
    </Stack>
  );
}

const SAID = {
  send: 'is on the pile, as it stands.',
  fix: 'is on the pile, with its address corrected.',
  skip: 'is left out of this run.',
} as const;

function saidOf({ letter, envelope: [name] }: PieceReply, way: keyof typeof SAID): string {
  return `Letter ${letter} to ${name ?? 'nobody'} ${SAID[way]}`;
}

function Correction({ piece, onClose }: ResolveFormProps) {
  const form = useAddressForm(piece.address);
  const [forLater, setForLater] = useState(true);
  const correct = useOperatorMutation(
    (address: AddressFormValues) =>
      call(resolveSetAside, { params: { id: piece.id }, body: { kind: 'fix', address, forLater } }),
    { onClose, said: saidOf(piece, 'fix') },
  );

  return (
    <Form form={form} save={correct} fields={ADDRESS_FIELDS} legend="How it should read">
      {correct.isError && <Notice tone="error">{correct.error.message}</Notice>}
      <AddressFields />
      <CheckboxField
        label="For the letters to come as well"
        hint="Unless the reader has changed the address meanwhile."
        checked={forLater}
        onChange={({ target }) => setForLater(target.checked)}
      />
      <DialogChoice yes="Correct It" no="Not now" busy={correct.isPending} onNo={onClose} />
    </Form>
  );
}
