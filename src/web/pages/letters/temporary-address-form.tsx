import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type LettersReply, sendElsewhere } from '../../../contract/letters.ts';
import { call } from '../../app/api.ts';
import { cacheLetters } from '../../app/queries.ts';
import { fieldsOf, Form, useSavedForm } from '../../app/forms.tsx';
import { DialogChoice } from '../../ui/dialog.tsx';
import { FailureBoard } from '../../ui/notice.tsx';
import { UnsavedChanges } from '../account/unsaved-changes.tsx';
import { AddressFields } from '../address/address-fields.tsx';
import {
  ADDRESS_FIELDS,
  addressShape,
  addressValues,
  EMPTY_ADDRESS,
  reportAddressProblems,
} from '../address/address-form.ts';
import { type AddressPart, useAddressCheck } from '../address/address-check.tsx';
import { type DeliveryChangeFormProps, LetterField } from './delivery-change-form.tsx';
import { capital, lettersFromTo } from '../../../domain/letters-in-words.ts';
import { changeable } from './letter-words.ts';

const elsewhereForm = z.object({ fromLetter: z.string(), toLetter: z.string(), ...addressShape }).check((form) => {
  reportAddressProblems(form, form.value);
  if (Number(form.value.toLetter) < Number(form.value.fromLetter)) {
    form.issues.push({
      code: 'custom',
      message: `Choose letter ${form.value.fromLetter} or later.`,
      path: ['toLetter'],
      input: form.value,
    });
  }
});
type ElsewhereValues = z.output<typeof elsewhereForm>;

const ADDRESS: AddressPart<ElsewhereValues> = {
  read: (values) => addressValues((field) => values[field]),
  write: (values, address) => ({ ...values, ...address }),
};

const isFrom = (from: number, to: number) => (one: LettersReply['temporaryAddresses'][number]) =>
  one.fromLetter === from && one.toLetter === to;

export function TemporaryAddressForm({ subscriptionId, letters, onClose, onDone }: DeliveryChangeFormProps) {
  const open = changeable(letters);
  const first = String(open[0]?.letter ?? 1);
  const form = useSavedForm<ElsewhereValues>(
    { ...EMPTY_ADDRESS, fromLetter: first, toLetter: first },
    { resolver: zodResolver(elsewhereForm) },
  );
  const send = useMutation({
    mutationFn: ({ fromLetter, toLetter, ...address }: ElsewhereValues) =>
      call(sendElsewhere, {
        params: { id: subscriptionId },
        body: { fromLetter: Number(fromLetter), toLetter: Number(toLetter), address },
      }),
    onSuccess: (reply, values) => {
      cacheLetters(subscriptionId, reply);
      const [from, to] = [Number(values.fromLetter), Number(values.toLetter)];
      const city = reply.temporaryAddresses.find(isFrom(from, to))?.address.city ?? values.city;
      onDone({
        tone: 'success',
        text: `${capital(lettersFromTo(from, to))} will go to ${city}. Your other letters aren’t affected.`,
      });
    },
  });
  const checked = useAddressCheck({ form, save: send, part: ADDRESS });
  const field = fieldsOf(form);
  return (
    <Form form={form} save={checked.save} fields={['fromLetter', 'toLetter', ...ADDRESS_FIELDS]}>
      <FailureBoard text={send.error?.message ?? null} />
      <p>{`Only the letters you choose here go to this address. Letter ${first} is the first one you can choose.`}</p>
      <LetterField label="From letter" letters={open} {...field('fromLetter')} />
      <LetterField label="To letter" letters={open} {...field('toLetter')} />
      <AddressFields />
      <UnsavedChanges when={form.formState.isDirty && !send.isSuccess} />
      {checked.question}
      <DialogChoice yes="Save Temporary Address" busy={send.isPending || checked.isAsking} onNo={onClose} />
    </Form>
  );
}
