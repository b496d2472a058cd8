import { type SyntheticEvent, useState } from 'react';
import { getSendAgain, type PieceReply, reportLost, reportReturned } from '../../../../contract/operator/fulfilment.ts';
import { call } from '../../../app/api.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { queryOf } from '../../../app/queries.ts';
import { DialogChoice } from '../../../ui/dialog.tsx';
import { Choice } from '../../../ui/checkbox.tsx';
import { FieldGroup, SelectField, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useOperatorMutation } from './action-button.tsx';
import { weekdayInWords } from './words.ts';

const CAUSES = {
  lost: ['It is lost', 'The customer or the post says that it didn’t arrive. Email: none.'],
  returned: ['It came back', 'Email: the customer is asked to check the address.'],
} as const;
type Cause = keyof typeof CAUSES;

const STILL = {
  lost: ['It is still lost', 'A copy is sent after all. Email: none.'],
  returned: ['It is still here', 'A copy is sent after all. Email: none.'],
} as const;

export function causesOf({ state, canReship }: PieceReply): readonly Cause[] {
  if (state === 'handed_over') return ['lost', 'returned'];
  if (state === 'lost') return canReship ? ['returned', 'lost'] : ['returned'];
  return state === 'returned' && canReship ? ['returned'] : [];
}

const AGAIN = {
  now: 'A copy goes with the next first letters.',
  with_next: 'A copy goes with the customer’s next letter.',
  no: 'No copy is sent.',
} as const;

export function TroubleForm({ piece, onClose }: { readonly piece: PieceReply; readonly onClose: () => void }) {
  const causes = causesOf(piece);
  const [cause, setCause] = useState<Cause>(causes[0] ?? 'lost');
  const [reason, setReason] = useState('');
  const [choice, setWay] = useState<keyof typeof AGAIN>('now');
  const isKnown = cause === piece.state;
  const way = isKnown && choice === 'no' ? 'now' : choice;
  const isSent = piece.canReship && way !== 'no';
  const news = `Letter ${piece.letter} ${cause === 'lost' ? 'is lost' : 'came back'}.`;
  const report = useOperatorMutation(
    () =>
      call(cause === 'lost' ? reportLost : reportReturned, {
        params: { id: piece.id },
        body: { reason: reason === '' ? null : reason, sendAgain: isSent ? way : null },
      }),
    { onClose, said: piece.canReship ? `${news} ${AGAIN[way]}` : news },
  );

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    report.mutate(undefined);
  }

  return (
    <form onSubmit={submit}>
      <FieldGroup legend="What happened">
        {report.isError && <Notice tone="error">{report.error.message}</Notice>}
        {causes.map((value) => {
          const [label, hint] = (value === piece.state ? STILL : CAUSES)[value];
          return (
            <Choice
              key={value}
              name="cause"
              label={label}
              hint={hint}
              value={value}
              checked={cause === value}
              onChange={() => setCause(value)}
            />
          );
        })}
        <TextField
          label="In your words"
          optional
          maxLength={200}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {piece.canReship && (
          <SelectField
            label="Send a copy"
            value={way}
            onChange={({ target }) => setWay(target.value as keyof typeof AGAIN)}
          >
            <option value="now">With the next first letters</option>
            <option value="with_next">With the customer’s next letter</option>
            {!isKnown && <option value="no">No copy</option>}
          </SelectField>
        )}
        {isSent && <CopyPlan id={piece.id} way={way} />}
        <DialogChoice yes={actionOf(cause, isKnown, isSent)} no="Not now" busy={report.isPending} onNo={onClose} />
      </FieldGroup>
    </form>
  );
}

function actionOf(cause: Cause, isKnown: boolean, isSent: boolean): string {
  if (isKnown) return 'Send Copy';
  const mark = cause === 'lost' ? 'Mark Lost' : 'Mark Returned';
  return isSent ? `${mark} and Send Copy` : mark;
}

function CopyPlan({ id, way }: { readonly id: string; readonly way: 'now' | 'with_next' }) {
  return (
    <Fetched query={queryOf(getSendAgain, { params: { id } })} label="Fetching the address" lines={2}>
      {({ again }) => (
        <p>
          {again === null
            ? 'No copy leaves now, because of a refund or a dispute.'
            : `The copy leaves ${weekdayInWords(way === 'now' ? again.now : again.withNext)}, to ${again.address.join(', ')}.`}
        </p>
      )}
    </Fetched>
  );
}
