import { useMutation, useQuery } from '@tanstack/react-query';
import { cancelSubscription } from '../../../contract/subscriptions.ts';
import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { call } from '../../app/api.ts';
import { cacheSubscription, deliveryQuery } from '../../app/queries.ts';
import { DialogChoice, type DialogContentProps } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { lettersAre, longDate } from '../letters/letter-words.ts';
import type { NumberedSubscription } from '../account/owned-subscription.ts';

interface CancelQuestionProps extends DialogContentProps {
  readonly subscription: NumberedSubscription;
}

/** rules/subscriptions 21. */
export function CancelQuestion({ subscription, onClose, onDone }: CancelQuestionProps) {
  const { reply } = subscription;
  const { resumableIfCancelled: until } = reply;
  const cancel = useMutation({
    mutationFn: () => call(cancelSubscription, { params: { id: reply.id } }),
    onSuccess: (cancelled) => {
      cacheSubscription(cancelled);
      onDone({ tone: 'success', text: `${reply.seasonName} is cancelled. Nothing more will be charged for it.` });
    },
  });
  return (
    <>
      {cancel.isError && <Notice tone="error">{`Error cancelling subscription: ${cancel.error.message}`}</Notice>}
      <p>
        It will not renew, and your card is left alone. <PaidLetters id={reply.id} />
      </p>
      <Guarantee id={reply.id} />
      {until !== null && <p>Should you change your mind, it can be resumed until {formatDate(new Date(until))}.</p>}
      <DialogChoice
        yes="Cancel Subscription"
        no="Keep it"
        busy={cancel.isPending}
        onNo={onClose}
        onYes={() => cancel.mutate()}
      />
    </>
  );
}

function PaidLetters({ id }: { readonly id: string }) {
  const toCome = useQuery(deliveryQuery(id)).data?.toCome ?? null;
  if (toCome === null) return 'Letters you have paid for still come.';
  return `${lettersAre(toCome)} paid for and will still come.`;
}

/** While it runs (rules/checkout 34). */
function Guarantee({ id }: { readonly id: string }) {
  const guarantee = useQuery(deliveryQuery(id)).data?.guarantee;
  if (guarantee?.open !== true) return null;
  const { lastDay } = guarantee;
  const until = lastDay === null ? 'until 30 days after your first mailing' : `until ${longDate(lastDay)}`;
  return (
    <p>
      The 30-day guarantee still runs: {until} you may <a href={PUBLIC_PATHS.support}>ask for all of it back</a>{' '}
      instead. Then the letters stop at once.
    </p>
  );
}
