import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { GivenGift, ReceivedGift } from '../../../contract/gifts.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { cancelSubscription } from '../../../contract/subscriptions.ts';
import { useDialogOutcome } from '../../app/dialog-history.ts';
import { Fetched } from '../../app/fetched.tsx';
import { AppButtonLink } from '../../app/links.tsx';
import { Dialog, DialogChoice, type DialogContentProps } from '../../ui/dialog.tsx';
import { accountQuery, deliveryQuery, giftsQuery, invalidate } from '../../app/queries.ts';
import { type BoardNotice, Notice, NoticeBoard } from '../../ui/notice.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { call } from '../../app/api.ts';
import { useNow } from '../../app/now.ts';
import { ChangeGiftForm } from './change-gift-form.tsx';
import { CorrectGiftForm } from './correct-gift-form.tsx';
import { GivenGiftEntry, useSubscriptionOf } from './given-gift-entry.tsx';
import { paidLettersWords } from './gift-words.ts';
import { CancelReasonFields, NO_ANSWER } from '../subscriptions/cancel-reason-fields.tsx';
import { chargesAfterCancelling, guaranteeAfterCancelling, GuaranteeWords } from '../subscriptions/guarantee-words.tsx';
import { CanBeResumed } from '../subscriptions/resume.tsx';
import styles from './gifts.module.css';
import { ReceivedGiftProgress } from './received-gift-progress.tsx';
import { Text } from '../../ui/text.tsx';

const route = getRouteApi('/signed-in/account/subscription');

export const GIFTS_MISSING = {
  failureTitle: 'We couldn’t load your gifts.',
  failure: 'Your gifts aren’t affected.',
} as const;

export function GiftsPanel() {
  return (
    <Fetched query={giftsQuery} label="Loading your gifts" {...GIFTS_MISSING}>
      {({ given, received }) => (
        <>
          {given.length > 0 && <GivenGifts gifts={given} />}
          {received.length > 0 && (
            <Sheet title="Gifts You Have Received">
              <ul className={styles.list}>
                {received.map((gift) => (
                  <li key={gift.id} className={styles.entry}>
                    <ReceivedGiftProgress gift={gift} />
                    {gift.state !== 'refunded' && <WaysOn gift={gift} />}
                  </li>
                ))}
              </ul>
            </Sheet>
          )}
        </>
      )}
    </Fetched>
  );
}

function WaysOn({ gift: { subscriptionId, seasonId } }: { readonly gift: ReceivedGift }) {
  return (
    <div className={styles.actions}>
      <AppButtonLink to={APP_PATHS.account} search={{ subscription: subscriptionId }} variant="secondary">
        See the letters
      </AppButtonLink>
      <AppButtonLink to={APP_PATHS.accountCase} search={{ season: seasonId }} variant="secondary">
        Open the case file
      </AppButtonLink>
    </div>
  );
}

function GivenGifts({ gifts }: { readonly gifts: readonly GivenGift[] }) {
  const { giftDialog } = route.useSearch();
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  return (
    <Sheet title="Gifts You Have Given" edge="airmail">
      {/* Close the dialog first: closing returns the focus to the button, and then the notice takes it. */}
      <GiftDialog gifts={gifts} onDone={setNotice} />
      <Stack>
        <NoticeBoard notice={notice} covered={giftDialog !== undefined} />
        <ul className={styles.list}>
          {gifts.map((gift) => (
            <li key={gift.id} className={styles.entry}>
              <GivenGiftEntry gift={gift} onDone={setNotice} />
            </li>
          ))}
        </ul>
      </Stack>
    </Sheet>
  );
}

const TITLES = {
  change: 'Change Address or Date',
  correct: 'Correct Email or Message',
  cancel: 'Cancel This Gift?',
} as const;

interface GiftDialogProps {
  readonly gifts: readonly GivenGift[];
  readonly onDone: (notice: BoardNotice) => void;
}

function GiftDialog({ gifts, onDone }: GiftDialogProps) {
  const { giftDialog, gift: id } = route.useSearch();
  const outcome = useDialogOutcome(onDone);
  const gift = gifts.find((candidate) => candidate.id === id);
  const shown = gift === undefined ? undefined : giftDialog;
  return (
    <Dialog open={shown !== undefined} onClose={outcome.onClose} title={TITLES[shown ?? 'change']}>
      {gift !== undefined && (
        <>
          {shown === 'change' && <ChangeGiftForm gift={gift} {...outcome} />}
          {shown === 'correct' && <CorrectGiftForm gift={gift} {...outcome} />}
          {shown === 'cancel' && <CancelGiftQuestion gift={gift} {...outcome} />}
        </>
      )}
    </Dialog>
  );
}

interface CancelGiftQuestionProps extends DialogContentProps {
  readonly gift: GivenGift;
}

function CancelGiftQuestion({ gift, onClose, onDone }: CancelGiftQuestionProps) {
  const now = useNow();
  const subscription = useSubscriptionOf(gift);
  const held = subscription?.reply.held ?? null;
  const guarantee = held === null ? gift.guarantee : undefined;
  const [answer, setAnswer] = useState(NO_ANSWER);
  const cancel = useMutation({
    mutationFn: () => call(cancelSubscription, { params: { id: gift.subscriptionId }, body: answer }),
    onSuccess: async () => {
      await invalidate(accountQuery, giftsQuery, deliveryQuery(gift.subscriptionId));
      onDone({
        tone: 'success',
        text: `The gift for ${gift.recipientName} is canceled. Nothing more will be charged for it.${guaranteeAfterCancelling(guarantee, 'the first mailing')}`,
      });
    },
  });
  return (
    <>
      {cancel.isError && <Notice tone="error">{`Error cancelling subscription: ${cancel.error.message}`}</Notice>}
      {guarantee && <GuaranteeWords guarantee={guarantee} mailing="the first mailing" />}
      <p>
        {subscription !== undefined && chargesAfterCancelling(subscription.reply, now)}{' '}
        {held === null && <PaidLetters gift={gift} />}
      </p>
      <CanBeResumed until={subscription?.reply.resumableIfCancelled ?? null} />
      <CancelReasonFields answer={answer} onChange={setAnswer} />
      <DialogChoice
        yes="Cancel Gift"
        no="Keep Gift"
        busy={cancel.isPending}
        onNo={onClose}
        onYes={() => cancel.mutate()}
      />
    </>
  );
}

function PaidLetters({ gift }: { readonly gift: GivenGift }) {
  const delivery = useQuery(deliveryQuery(gift.subscriptionId)).data;
  return <Text>{paidLettersWords(gift, delivery?.toCome)}</Text>;
}
