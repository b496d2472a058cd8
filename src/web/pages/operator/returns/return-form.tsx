import { type SyntheticEvent, useState } from 'react';
import { type PieceReply, reportReturned } from '../../../../contract/operator/fulfilment.ts';
import { RETURN_REASONS, type ReturnReason } from '../../../../domain/return-reasons.ts';
import { call } from '../../../app/api.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldGroup, SelectField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useOperatorMutation } from '../parts/action-button.tsx';
import styles from '../parts/console.module.css';

const AGAIN = {
  with_next: 'With the reader’s next letter',
  now: 'With the next first letters',
  no: 'Not at all',
} as const;

export function ReturnForm({ piece, onDone }: { readonly piece: PieceReply; readonly onDone: () => void }) {
  const [why, setWhy] = useState<ReturnReason>('not_known');
  const [again, setAgain] = useState<keyof typeof AGAIN>('with_next');
  const [name = 'its reader'] = piece.envelope;
  const record = useOperatorMutation(
    () =>
      call(reportReturned, {
        params: { id: piece.id },
        body: { why, sendAgain: piece.canReship && again !== 'no' ? again : null },
      }),
    {
      onDone,
      said: `Letter ${piece.letter} to ${name} came back. Its address is stopped, and its owner is asked to look at it.`,
    },
  );

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    record.mutate(undefined);
  }

  return (
    <form onSubmit={submit}>
      <FieldGroup>
        {record.isError && <Notice tone="error">{record.error.message}</Notice>}
        <SelectField
          label="What the envelope says"
          value={why}
          hint="Email: the customer is asked to check the address."
          onChange={({ target }) => setWhy(target.value as ReturnReason)}
        >
          {Object.entries(RETURN_REASONS).map(([reason, words]) => (
            <option key={reason} value={reason}>
              {words.charAt(0).toUpperCase() + words.slice(1)}
            </option>
          ))}
        </SelectField>
        {piece.canReship && (
          <SelectField
            label="Send a copy"
            value={again}
            hint="To the same address it goes only after you have looked at it."
            onChange={({ target }) => setAgain(target.value as keyof typeof AGAIN)}
          >
            {Object.entries(AGAIN).map(([way, words]) => (
              <option key={way} value={way}>
                {words}
              </option>
            ))}
          </SelectField>
        )}
        <div className={styles.buttons}>
          <Button type="submit" busy={record.isPending}>
            It Came Back
          </Button>
          <Button variant="quiet" onClick={onDone}>
            Another Envelope
          </Button>
        </div>
      </FieldGroup>
    </form>
  );
}
