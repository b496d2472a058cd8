import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { TryAgain } from '../../ui/try-again.tsx';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { GivenGift } from '../../../contract/gifts.ts';
import { useCloseDialog } from '../../app/dialog-history.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CancelGiftQuestion } from './cancel-gift-question.tsx';
import { ChangeGiftForm } from './change-gift-form.tsx';
import { giftsQuery } from '../../app/queries.ts';
import { type BoardNotice, NoticeBoard } from '../../ui/notice-board.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { GivenGiftEntry } from './given-gift-entry.tsx';
import styles from './gifts.module.css';
import { ReceivedGiftProgress } from './received-gift-progress.tsx';

const route = getRouteApi('/signed-in/account/subscription');

/** rules/gifts 24: empty without gifts. */
export function GiftsPanel() {
  const gifts = useQuery(giftsQuery);
  if (gifts.isPending) return <Skeleton label="Fetching your gifts" lines={3} />;
  if (gifts.data === undefined) return <GiftsMissing gifts={gifts} />;
  const { given, received } = gifts.data;
  return (
    <>
      {given.length > 0 && <GivenGifts gifts={given} />}
      {received.length > 0 && (
        <Sheet title="Gifts You Have Received">
          <ul className={styles.list}>
            {received.map((gift) => (
              <li key={gift.id} className={styles.entry}>
                <ReceivedGiftProgress gift={gift} />
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </>
  );
}

function GivenGifts({ gifts }: { readonly gifts: readonly GivenGift[] }) {
  const { giftDialog } = route.useSearch();
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  return (
    <Sheet title="Gifts You Have Given" edge="airmail">
      {/* Closed first: closing returns the focus to the button, and then the notice takes it. */}
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

const TITLES = { change: 'Change Address or Date', cancel: 'Cancel This Gift?' } as const;

interface GiftDialogProps {
  readonly gifts: readonly GivenGift[];
  readonly onDone: (notice: BoardNotice) => void;
}

function GiftDialog({ gifts, onDone }: GiftDialogProps) {
  const { giftDialog, gift: id } = route.useSearch();
  const close = useCloseDialog();
  const gift = gifts.find((candidate) => candidate.id === id);
  const shown = gift === undefined ? undefined : giftDialog;
  const finish = (text: string) => {
    onDone({ tone: 'success', text });
    close({ saved: true });
  };
  return (
    <Dialog open={shown !== undefined} onClose={() => close()} title={TITLES[shown ?? 'change']}>
      {gift !== undefined && (
        <>
          {shown === 'change' && <ChangeGiftForm gift={gift} onClose={close} onDone={finish} />}
          {shown === 'cancel' && <CancelGiftQuestion gift={gift} onClose={close} onDone={finish} />}
        </>
      )}
    </Dialog>
  );
}

export function GiftsMissing({ gifts }: { readonly gifts: Pick<UseQueryResult, 'isFetching' | 'refetch'> }) {
  return (
    <TryAgain title="Your gifts could not be fetched." busy={gifts.isFetching} onRetry={() => void gifts.refetch()}>
      They are safe; it is only the list that is missing.
    </TryAgain>
  );
}
