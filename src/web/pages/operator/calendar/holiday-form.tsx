import { useForm } from 'react-hook-form';
import { correctHoliday } from '../../../../contract/operator/calendar.ts';
import { call } from '../../../app/api.ts';
import { fieldsOf, Form } from '../../../app/forms.tsx';
import { DialogChoice } from '../../../ui/dialog.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useOperatorMutation } from '../parts/action-button.tsx';
import { weekdayInWords } from '../parts/words.ts';

interface Values {
  readonly day: string;
  readonly as: 'closed' | 'open';
  readonly note: string;
}

/** A day of mourning proclaimed, or a holiday on which the counter is open after all. */
export function HolidayForm({ onClose }: { readonly onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: { day: '', as: 'closed', note: '' } });
  const field = fieldsOf(form);
  const correct = useOperatorMutation((values: Values) => call(correctHoliday, { body: values }), {
    onClose,
    said: ({ day, isHoliday }) => `The post is ${isHoliday ? 'closed' : 'open'} on ${weekdayInWords(day)}.`,
  });

  return (
    <Form form={form} save={correct} fields={['day', 'as', 'note']} browserChecks>
      {correct.isError && <Notice tone="error">{correct.error.message}</Notice>}
      <p>Runs that are not frozen take their days from it. What is frozen stays as it is.</p>
      <TextField label="Day" type="date" required {...field('day')} />
      <SelectField label="On that day the post is" {...field('as')}>
        <option value="closed">closed</option>
        <option value="open">open all the same</option>
      </SelectField>
      <TextField label="Why" optional maxLength={200} {...field('note')} />
      <DialogChoice yes="Correct It" no="Not now" busy={correct.isPending} onNo={onClose} />
    </Form>
  );
}
