import { getRouteApi } from '@tanstack/react-router';
import type { GivenGift } from '../../../contract/gifts.ts';
import { useCloseDialog } from '../../app/dialog-history.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { BoardNotice } from '../../ui/notice-board.tsx';
import { CancelGiftQuestion } from './cancel-gift-question.tsx';
import { ChangeGiftForm } from './change-gift-form.tsx';

const route = getRouteApi('/signed-in/account/subscription');

const TITLES = { change: 'Change Address or Date', cancel: 'Cancel This Gift?' } as const;

interface GiftDialogProps {
  readonly gifts: readonly GivenGift[];
  readonly onDone: (notice: BoardNotice) => void;
}

export function GiftDialog({ gifts, onDone }: GiftDialogProps) {
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
