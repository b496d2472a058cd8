import { useMutation } from '@tanstack/react-query';
import type { GivenGift } from '../../../contract/gifts.ts';
import { cancelSubscription } from '../../../contract/subscriptions.ts';
import { call } from '../../app/api.ts';
import { accountQuery, giftsQuery, invalidate } from '../../app/queries.ts';
import { DialogChoice, type DialogContentProps } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';

interface CancelGiftQuestionProps extends DialogContentProps {
  readonly gift: GivenGift;
}

export function CancelGiftQuestion({ gift, onClose, onDone }: CancelGiftQuestionProps) {
  const cancel = useMutation({
    mutationFn: () => call(cancelSubscription, { params: { id: gift.subscriptionId } }),
    onSuccess: async () => {
      await invalidate(accountQuery, giftsQuery);
      onDone({
        tone: 'success',
        text: `The gift for ${gift.recipientName} is cancelled. Nothing more will be charged for it.`,
      });
    },
  });
  return (
    <>
      {cancel.isError && <Notice tone="error">{`Error cancelling subscription: ${cancel.error.message}`}</Notice>}
      <p>
        Nothing more will be charged for it. The letters you have paid for are still sent to {gift.recipientName}; after
        those the story stops where it stops.
      </p>
      <DialogChoice
        yes="Cancel Gift"
        no="Keep it"
        busy={cancel.isPending}
        onNo={onClose}
        onYes={() => cancel.mutate()}
      />
    </>
  );
}
