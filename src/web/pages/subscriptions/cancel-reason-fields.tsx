import type { BodyOf } from '../../../contract/endpoint.ts';
import type { cancelSubscription } from '../../../contract/subscriptions.ts';
import { CANCEL_REASONS, CANCEL_REASON_WORDS } from '../../../domain/cancel-reasons.ts';
import { SelectField, TextAreaField } from '../../ui/field.tsx';

type Answer = BodyOf<typeof cancelSubscription>;

export const NO_ANSWER: Answer = { reason: null, comment: null };

interface CancelReasonFieldsProps {
  readonly answer: Answer;
  readonly onChange: (answer: Answer) => void;
}

export function CancelReasonFields({ answer, onChange }: CancelReasonFieldsProps) {
  return (
    <>
      <SelectField
        label="Why are you canceling?"
        optional
        value={answer.reason ?? ''}
        onChange={({ target }) =>
          onChange({ ...answer, reason: CANCEL_REASONS.find((reason) => reason === target.value) ?? null })
        }
      >
        <option value="">Choose a reason</option>
        {CANCEL_REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {CANCEL_REASON_WORDS[reason]}
          </option>
        ))}
      </SelectField>
      {answer.reason !== null && (
        <TextAreaField
          label="What could we do better?"
          optional
          rows={3}
          maxLength={500}
          value={answer.comment ?? ''}
          onChange={({ target }) => onChange({ ...answer, comment: target.value })}
        />
      )}
    </>
  );
}
