import { type SyntheticEvent, useState } from 'react';
import { cancelForCustomer, cancelNow } from '../../../../contract/operator/customer.ts';
import { refundSubscription, type SubscriptionDetail } from '../../../../contract/operator/subscribers.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { ApiFailure } from '../../../app/api-failure.ts';
import { call } from '../../../app/api.ts';
import { Choice } from '../../../ui/checkbox.tsx';
import { DialogChoice } from '../../../ui/dialog.tsx';
import { FieldGroup, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/sheet.tsx';
import { ConfirmButton, useOperatorMutation } from '../parts/action-button.tsx';
import { centsOf } from './amount.ts';
import { pullInWords, refundConsequence, refundedInWords } from './refund-words.ts';

type Way = 'later' | 'now' | 'guarantee';
type Refund = 'full' | 'part' | 'none';

interface EndProps {
  readonly detail: SubscriptionDetail;
  readonly ways: readonly Way[];
}

export function EndSubscription(props: EndProps) {
  return (
    <ConfirmButton label="Cancel or refund" title="Cancel or refund this subscription?">
      {(close) => <EndForm {...props} onClose={close} />}
    </ConfirmButton>
  );
}

interface Chosen {
  readonly way: Way | null;
  readonly refund: Refund | null;
  readonly typed: string;
  readonly note: string;
}

const NOT_AN_AMOUNT = 'Enter an amount of dollars, such as 12.50.';

const YES = { later: 'Cancel subscription', now: 'Cancel now', guarantee: 'Refund in full' } as const;

const NAMES = {
  later: 'Cancel at the end of the paid period',
  now: 'Cancel now',
  guarantee: 'Refund under the guarantee',
} as const satisfies Record<Way, string>;

function hintOf(way: Way, { paidCents, printed }: SubscriptionDetail): string {
  if (way === 'guarantee') return refundConsequence(paidCents, printed);
  if (way === 'later')
    return 'Money: nothing more is charged or refunded. Letters: all that are paid for still go out. It can be resumed until the paid period ends.';
  const money = paidCents === 0 ? 'nothing was paid here' : 'nothing more is charged, and you choose the refund';
  return `Money: ${money}. Letters: none follow, not even those that are paid for. ${pullInWords(printed)}This can’t be undone.`;
}

function EndForm({ detail, ways, onClose }: EndProps & { readonly onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen>({ way: null, refund: null, typed: '', note: '' });
  const choose = (change: Partial<Chosen>) => setChosen({ ...chosen, ...change });
  const ending = useOperatorMutation(() => end(detail, chosen), { onClose, said: (words) => words });
  const atNote = ending.error instanceof ApiFailure ? ending.error.fields['note'] : undefined;
  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    ending.mutate(undefined);
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {ending.isError && <Notice tone="error">{ending.error.message}</Notice>}
        <FieldGroup legend="What happens">
          {ways.map((way) => (
            <Choice
              key={way}
              name="way"
              label={NAMES[way]}
              hint={hintOf(way, detail)}
              value={way}
              checked={chosen.way === way}
              onChange={() => choose({ way })}
            />
          ))}
        </FieldGroup>
        {chosen.way === 'now' && detail.paidCents > 0 && (
          <RefundChoice paidCents={detail.paidCents} chosen={chosen} onChoose={choose} />
        )}
        <TextField
          label="Why"
          hint="Kept in the log. The email to the customer leaves it out."
          error={atNote}
          maxLength={500}
          value={chosen.note}
          onChange={({ target }) => choose({ note: target.value })}
        />
        <DialogChoice
          yes={chosen.way === null ? 'Cancel or refund' : YES[chosen.way]}
          no="Not now"
          busy={ending.isPending}
          onNo={onClose}
        />
      </Stack>
    </form>
  );
}

interface RefundChoiceProps {
  readonly paidCents: number;
  readonly chosen: Chosen;
  readonly onChoose: (change: Partial<Chosen>) => void;
}

function RefundChoice({ paidCents, chosen: { refund, typed }, onChoose }: RefundChoiceProps) {
  const choices: readonly (readonly [Refund, string])[] = [
    ['full', `Refund in full (${formatUsd(paidCents)} paid, less what is already refunded)`],
    ['none', 'No refund'],
    ['part', 'Refund a part, the newest payment first'],
  ];
  return (
    <FieldGroup legend="Refund">
      {choices.map(([value, label]) => (
        <Choice
          key={value}
          name="refund"
          label={label}
          value={value}
          checked={refund === value}
          onChange={() => onChoose({ refund: value })}
        />
      ))}
      {refund === 'part' && (
        <TextField
          label="Amount in dollars"
          inputMode="decimal"
          error={typed !== '' && centsOf(typed) === null ? NOT_AN_AMOUNT : undefined}
          value={typed}
          onChange={({ target }) => onChoose({ typed: target.value })}
        />
      )}
    </FieldGroup>
  );
}

async function end(detail: SubscriptionDetail, { way, typed, note, ...chosen }: Chosen): Promise<string> {
  const params = { id: detail.summary.id };
  const refund = detail.paidCents === 0 ? 'none' : chosen.refund;
  if (way === null) throw new Error('Choose what happens.');
  if (way === 'guarantee') return refundedInWords(await call(refundSubscription, { params, body: { note } }));
  if (way === 'later') {
    await call(cancelForCustomer, { params, body: { note } });
    return 'Canceled. Letters that are paid for still go out.';
  }
  if (refund === null) throw new Error('Choose whether to refund.');
  const cents = centsOf(typed);
  if (refund === 'part' && cents === null) throw new Error(NOT_AN_AMOUNT);
  const refundCents = refund === 'full' ? null : refund === 'none' ? 0 : cents;
  return refundedInWords(await call(cancelNow, { params, body: { refundCents, note } }));
}
