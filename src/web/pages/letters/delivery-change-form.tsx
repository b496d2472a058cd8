import type { LettersReply } from '../../../contract/letters.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions, type DialogContentProps } from '../../ui/dialog.tsx';
import { type ControlProps, SelectField } from '../../ui/field.tsx';
import { type CalendarLetter, mailingDays } from './letter-words.ts';

export interface DeliveryChangeFormProps extends DialogContentProps {
  readonly subscriptionId: string;
  readonly letters: LettersReply;
}

type LetterFieldProps = Omit<ControlProps<'select'>, 'children'> & { readonly letters: readonly CalendarLetter[] };

export function LetterField({ letters, ...select }: LetterFieldProps) {
  return (
    <SelectField {...select}>
      {letters.map((letter) => (
        <option key={letter.letter} value={letter.letter}>
          {`Letter ${letter.letter}, to be mailed ${mailingDays(letter).medium}`}
        </option>
      ))}
    </SelectField>
  );
}

export function NothingToChange({ children, onClose }: { readonly children: string; readonly onClose: () => void }) {
  return (
    <>
      <p>{children}</p>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </>
  );
}
