import { Fetched } from '../../app/fetched.tsx';
import { lettersQuery } from '../../app/queries.ts';
import { type DeliveryChangeFormProps, NothingToChange } from './delivery-change-form.tsx';
import { ElsewhereForm } from './elsewhere-form.tsx';
import { HoldForm } from './hold-form.tsx';
import { changeable } from './letter-words.ts';

interface DeliveryChangeDialogProps extends Omit<DeliveryChangeFormProps, 'letters'> {
  readonly kind: 'hold' | 'elsewhere';
}

const FORMS = { hold: HoldForm, elsewhere: ElsewhereForm } as const;

export function DeliveryChangeDialog({ kind, ...rest }: DeliveryChangeDialogProps) {
  const ChangeForm = FORMS[kind];
  return (
    <Fetched query={lettersQuery(rest.subscriptionId)} label="Fetching your letters" lines={4}>
      {(letters) =>
        changeable(letters).length === 0 ? (
          <NothingToChange onClose={rest.onClose}>No letter is left that could still be changed.</NothingToChange>
        ) : (
          <ChangeForm {...rest} letters={letters} />
        )
      }
    </Fetched>
  );
}
