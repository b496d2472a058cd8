import { FIRST_LETTER_WITHIN } from '../../../domain/first-letter-words.ts';
import { useFormContext } from 'react-hook-form';
import { calendarDate, earlierOf, newYorkDate } from '../../../domain/calendar-date.ts';
import { giftStartWindow } from '../../../domain/gift.ts';
import { fieldsOf } from '../../app/forms.tsx';
import { useNow } from '../../app/now.ts';
import { TextField } from '../../ui/field.tsx';

interface StartDateFieldProps {
  /** A start in the past may stay if only the address changes. */
  readonly current?: string | undefined;
}

/** Limited to days in New York, not in the browser's time zone. */
export function StartDateField({ current }: StartDateFieldProps) {
  const field = fieldsOf(useFormContext<{ readonly startDate: string }>());
  const { earliest, latest } = giftStartWindow(newYorkDate(useNow()));
  const first = current === undefined ? earliest : earlierOf(earliest, calendarDate(current));
  return (
    <TextField
      label="Start date"
      type="date"
      required
      min={first}
      max={latest}
      hint={`We mail the first letter ${FIRST_LETTER_WITHIN} after this day.`}
      {...field('startDate')}
    />
  );
}
