import { type ControlProps, SelectField } from '../../ui/field.tsx';
import { type CalendarLetter, shortDate } from './letter-words.ts';

type LetterFieldProps = Omit<ControlProps<'select'>, 'children'> & { readonly letters: readonly CalendarLetter[] };

export function LetterField({ letters, ...select }: LetterFieldProps) {
  return (
    <SelectField {...select}>
      {letters.map(({ letter, mailingDay }) => (
        <option key={letter} value={letter}>
          {`Letter ${letter}, ${shortDate(mailingDay)}`}
        </option>
      ))}
    </SelectField>
  );
}
