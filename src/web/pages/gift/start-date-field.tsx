import { useFormContext } from 'react-hook-form';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { giftStartWindow } from '../../../domain/gift.ts';
import { useNow } from '../../app/now.ts';
import { TextField } from '../../ui/field.tsx';

/** The days the browser lets one choose are New York's, whatever its own clock says. */
export function StartDateField() {
  const { register, formState } = useFormContext<{ readonly startDate: string }>();
  const { earliest, latest } = giftStartWindow(newYorkDate(useNow()));
  return (
    <TextField
      label="Start date"
      type="date"
      required
      min={earliest}
      max={latest}
      hint="The first letter goes to the post one to three business days later."
      error={formState.errors.startDate?.message}
      {...register('startDate')}
    />
  );
}
