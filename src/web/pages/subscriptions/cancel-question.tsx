import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelSubscription } from '../../../contract/subscriptions.ts';
import { call } from '../../app/api.ts';
import { useNow } from '../../app/now.ts';
import { cacheSubscription, deliveryQuery } from '../../app/queries.ts';
import { DialogChoice, type DialogContentProps } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { lettersAre } from '../../../domain/letters-in-words.ts';
import type { NumberedSubscription } from '../account/owned-subscription.ts';
import { CancelReasonFields, NO_ANSWER } from './cancel-reason-fields.tsx';
import { chargesAfterCancelling, guaranteeAfterCancelling, GuaranteeWords } from './guarantee-words.tsx';
import { CanBeResumed } from './resume.tsx';
import { Text } from '../../ui/text.tsx';

interface CancelQuestionProps extends DialogContentProps {
  readonly subscription: NumberedSubscription;
}

export function CancelQuestion({ subscription, onClose, onDone }: CancelQuestionProps) {
  const { reply } = subscription;
  const now = useNow();
  const guarantee = useQuery(deliveryQuery(reply.id)).data?.guarantee;
  const [answer, setAnswer] = useState(NO_ANSWER);
  const cancel = useMutation({
    mutationFn: () => call(cancelSubscription, { params: { id: reply.id }, body: answer }),
    onSuccess: (cancelled) => {
      cacheSubscription(cancelled);
      const guaranteed = guaranteeAfterCancelling(reply.held === null ? guarantee : undefined, 'your first mailing');
      const text = `Your subscription to ${reply.seasonName} is canceled. Nothing more will be charged for it.${guaranteed}`;
      onDone({ tone: 'success', text });
    },
  });
  return (
    <>
      {cancel.isError && <Notice tone="error">{`Error cancelling subscription: ${cancel.error.message}`}</Notice>}
      {guarantee !== undefined && reply.held === null && (
        <GuaranteeWords guarantee={guarantee} mailing="your first mailing" />
      )}
      <p>
        {chargesAfterCancelling(reply, now)} {reply.held === null && <PaidLetters id={reply.id} />}
      </p>
      <CanBeResumed until={reply.resumableIfCancelled} />
      <CancelReasonFields answer={answer} onChange={setAnswer} />
      <DialogChoice
        yes="Cancel Subscription"
        no="Keep Subscription"
        busy={cancel.isPending}
        onNo={onClose}
        onYes={() => cancel.mutate()}
      />
    </>
  );
}

function PaidLetters({ id }: { readonly id: string }) {
  const toCome = useQuery(deliveryQuery(id)).data?.toCome ?? null;
  if (toCome === null) return <Text>Letters you’ve paid for will still arrive.</Text>;
  return <Text>{`${lettersAre(toCome)} paid for and will still arrive.`}</Text>;
}
