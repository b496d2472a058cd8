import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormProvider } from 'react-hook-form';
import * as z from 'zod/mini';
import { sendElsewhere } from '../../../contract/letters.ts';
import type { AddressField } from '../../../domain/address.ts';
import { ApiFailure } from '../../app/api-failure.ts';
import { call } from '../../app/api.ts';
import { useSavedForm } from '../../app/forms.tsx';
import { DialogChoice } from '../../ui/dialog-body.tsx';
import { FailureBoard } from '../../ui/notice-board.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import { UnsavedChanges } from '../account/unsaved-changes.tsx';
import { accountCountries, AddressFields } from '../address/address-fields.tsx';
import { addressShape, EMPTY_ADDRESS, reportAddressProblems } from '../address/address-form.ts';
import { cacheLetters } from './cache-letters.ts';
import { LetterField } from './letter-field.tsx';
import { changeable, lettersFromTo } from './letter-words.ts';
import type { DeliveryChangeFormProps } from './delivery-change-dialog.tsx';

const elsewhereForm = z.object({ fromLetter: z.string(), toLetter: z.string(), ...addressShape }).check((form) => {
  reportAddressProblems(form, form.value);
  if (Number(form.value.toLetter) < Number(form.value.fromLetter)) {
    form.issues.push({
      code: 'custom',
      message: `Letter ${form.value.fromLetter} or a later one, please.`,
      path: ['toLetter'],
      input: form.value,
    });
  }
});
type ElsewhereValues = z.output<typeof elsewhereForm>;

export function ElsewhereForm({ subscriptionId, letters, onClose, onDone }: DeliveryChangeFormProps) {
  const open = changeable(letters);
  const first = String(open[0]?.letter ?? 1);
  const form = useSavedForm<ElsewhereValues>(
    { ...EMPTY_ADDRESS, fromLetter: first, toLetter: first },
    { resolver: zodResolver(elsewhereForm) },
  );
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: ({ fromLetter, toLetter, ...address }: ElsewhereValues) =>
      call(sendElsewhere, {
        params: { id: subscriptionId },
        body: { fromLetter: Number(fromLetter), toLetter: Number(toLetter), address },
      }),
    onSuccess: (reply, { fromLetter, toLetter, city }) => {
      cacheLetters(queryClient, subscriptionId, reply);
      const which = lettersFromTo(Number(fromLetter), Number(toLetter));
      onDone({ tone: 'success', text: `${city} it is, for ${which}. All others go to the usual address.` });
    },
    onError: (error) => {
      if (!(error instanceof ApiFailure)) return;
      for (const [path, message] of Object.entries(error.fields)) {
        form.setError(path.replace(/^address\./, '') as AddressField, { type: 'server', message });
      }
    },
  });
  const { errors, isDirty } = form.formState;
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void form.handleSubmit((values) => send.mutate(values))(event)}>
        <FieldGroup>
          <FailureBoard text={send.isError ? send.error.message : null} />
          <p>For these letters alone; before and after them everything goes to the usual address.</p>
          <LetterField
            label="From letter"
            letters={open}
            error={errors.fromLetter?.message}
            {...form.register('fromLetter')}
          />
          <LetterField
            label="To letter"
            letters={open}
            error={errors.toLetter?.message}
            {...form.register('toLetter')}
          />
          <AddressFields countries={accountCountries(undefined)} />
          <UnsavedChanges when={isDirty && !send.isSuccess} />
          <DialogChoice yes="Send Elsewhere" busy={send.isPending} onNo={onClose} />
        </FieldGroup>
      </form>
    </FormProvider>
  );
}
