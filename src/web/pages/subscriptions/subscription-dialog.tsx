import type { PublicStatus } from '../../../domain/subscription.ts';
import { useCloseDialog } from '../../app/dialog-history.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { BoardNotice } from '../../ui/notice.tsx';
import { DeliveryChangeDialog } from '../letters/delivery-change-dialog.tsx';
import { AddressChange } from './address-change.tsx';
import { CancelQuestion } from './cancel-question.tsx';
import { ManageMenu } from './manage-menu.tsx';
import type { NumberedSubscription } from '../account/owned-subscription.ts';

type Kind = 'manage' | 'cancel' | 'address' | 'hold' | 'elsewhere';

interface SubscriptionDialogProps {
  readonly kind: Kind | null;
  readonly subscription: NumberedSubscription | null;
  readonly onDone: (notice: BoardNotice) => void;
}

const TITLES = {
  manage: 'Manage subscription',
  cancel: 'Cancel this subscription?',
  address: 'Update shipping address',
  hold: 'Hold letters',
  elsewhere: 'Send letters elsewhere',
} as const;

/** Paid letters still come after a cancellation, and their subscriber may move. */
const OFFERED: Record<PublicStatus, readonly Kind[]> = {
  active: ['manage', 'cancel', 'address', 'hold', 'elsewhere'],
  cancelled: ['address', 'hold', 'elsewhere'],
  completed: [],
};

export function SubscriptionDialog({ kind, subscription, onDone }: SubscriptionDialogProps) {
  const close = useCloseDialog();
  const shown = subscription !== null && kind !== null && OFFERED[subscription.status].includes(kind) ? kind : null;
  const finish = (notice: BoardNotice) => {
    onDone(notice);
    close({ saved: true });
  };
  return (
    <Dialog open={shown !== null} onClose={() => close()} title={TITLES[shown ?? 'manage']}>
      {subscription !== null && (
        <>
          {shown === 'manage' && <ManageMenu subscription={subscription} onClose={close} />}
          {shown === 'cancel' && <CancelQuestion subscription={subscription} onClose={close} onDone={finish} />}
          {shown === 'address' && <AddressChange subscription={subscription} onClose={close} onDone={finish} />}
          {(shown === 'hold' || shown === 'elsewhere') && (
            <DeliveryChangeDialog kind={shown} subscriptionId={subscription.reply.id} onClose={close} onDone={finish} />
          )}
        </>
      )}
    </Dialog>
  );
}
