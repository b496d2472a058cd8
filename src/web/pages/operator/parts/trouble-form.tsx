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
  lost: ['It is lost', 'The post has no idea, or its reader has waited long enough.'],
  returned: ['It came back', 'It lies in front of you, with the postman’s regrets.'],
} as const;
type Cause = keyof typeof CAUSES;

const STILL = {
  lost: ['It is still lost', 'It goes out again after all.'],
  returned: ['It still lies here', 'It goes out again after all.'],
} as const;

export function causesOf({ state, canReship }: PieceReply): readonly Cause[] {
  if (state === 'handed_over') return ['lost', 'returned'];
  if (state === 'lost') return canReship ? ['returned', 'lost'] : ['returned'];
  return state === 'returned' && canReship ? ['returned'] : [];
}

const AGAIN = {
  now: 'It goes again with the next first letters.',
  with_next: 'It goes again with the reader’s next letter.',
  no: 'It does not go again.',
} as const;

export function TroubleForm({ piece, onClose }: { readonly piece: PieceReply; readonly onClose: () => void }) {
  const causes = causesOf(piece);
  const [cause, setCause] = useState<Cause>(causes[0] ?? 'lost');
  const [reason, setReason] = useState('');
  const [choice, setWay] = useState<keyof typeof AGAIN>('now');
  const isKnown = cause === piece.state;
  const way = isKnown && choice === 'no' ? 'now' : choice;
  const news = `Letter ${piece.letter} ${cause === 'lost' ? 'is lost' : 'came back'}.`;
  const report = useOperatorMutation(
    () =>
      call(cause === 'lost' ? reportLost : reportReturned, {
        params: { id: piece.id },
        body: { reason: reason === '' ? null : reason, sendAgain: piece.canReship && way !== 'no' ? way : null },
      }),
    { onClose, said: piece.canReship ? `${news} ${AGAIN[way]}` : news },
  );

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    report.mutate(undefined);
  }

  return (
    <form onSubmit={submit}>
      <FieldGroup legend="What became of it">
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
            label="Send it again"
            value={way}
            onChange={({ target }) => setWay(target.value as keyof typeof AGAIN)}
          >
            <option value="now">With the next first letters</option>
            <option value="with_next">With the reader’s next letter</option>
            {!isKnown && <option value="no">Not at all</option>}
          </SelectField>
        )}
        {piece.canReship && way !== 'no' && <CopyPlan id={piece.id} way={way} />}
        <DialogChoice yes="Report It" no="Not now" busy={report.isPending} onNo={onClose} />
      </FieldGroup>
    </form>
  );
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
