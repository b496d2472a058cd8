import { useQuery } from '@tanstack/react-query';
import type { LettersReply } from '../../../contract/letters.ts';
import { lettersQuery } from '../../app/queries.ts';
import type { BoardNotice } from '../../ui/notice-board.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { ElsewhereForm } from './elsewhere-form.tsx';
import { HoldForm } from './hold-form.tsx';
import { changeable } from './letter-words.ts';
import { NothingToChange } from './nothing-to-change.tsx';

export interface DeliveryChangeFormProps {
  readonly subscriptionId: string;
  readonly letters: LettersReply;
  readonly onClose: () => void;
  readonly onDone: (notice: BoardNotice) => void;
}

interface DeliveryChangeDialogProps extends Omit<DeliveryChangeFormProps, 'letters'> {
  readonly kind: 'hold' | 'elsewhere';
}

const FORMS = { hold: HoldForm, elsewhere: ElsewhereForm } as const;

export function DeliveryChangeDialog({ kind, ...rest }: DeliveryChangeDialogProps) {
  const letters = useQuery(lettersQuery(rest.subscriptionId));
  if (letters.isPending) return <Skeleton label="Fetching your letters" lines={4} />;
  if (letters.data === undefined) {
    return <TryAgain onRetry={() => void letters.refetch()}>{letters.error.message}</TryAgain>;
  }
  if (changeable(letters.data).length === 0) {
    return <NothingToChange onClose={rest.onClose}>No letter is left that could still be changed.</NothingToChange>;
  }
  const Form = FORMS[kind];
  return <Form {...rest} letters={letters.data} />;
}
