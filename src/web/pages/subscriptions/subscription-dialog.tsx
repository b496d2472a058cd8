import type { LettersReply } from '../../../contract/letters.ts';
import type { PublicStatus } from '../../../domain/subscription.ts';
import { useDialogOutcome } from '../../app/dialog-history.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { BoardNotice } from '../../ui/notice.tsx';
import { Fetched } from '../../app/fetched.tsx';
import { lettersQuery } from '../../app/queries.ts';
import type { NumberedSubscription } from '../account/owned-subscription.ts';
import { type DeliveryChangeFormProps, NothingToChange } from '../letters/delivery-change-form.tsx';
import { TemporaryAddressForm } from '../letters/temporary-address-form.tsx';
import { HoldForm } from '../letters/hold-form.tsx';
import { changeable } from '../letters/letter-words.ts';
import { AddressChange } from './address-change.tsx';
import { CancelQuestion } from './cancel-question.tsx';
import { ManageMenu } from './manage-menu.tsx';

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
  elsewhere: 'Temporary address',
} as const;

/** Letters already paid for arrive after a cancellation, so the subscriber may still change the address. */
const OFFERED: Record<PublicStatus, readonly Kind[]> = {
  active: ['manage', 'cancel', 'address', 'hold', 'elsewhere'],
  cancelled: ['address', 'hold', 'elsewhere'],
  completed: [],
};

function isOffered(kind: Kind, { status, reply }: NumberedSubscription): boolean {
  return OFFERED[status].includes(kind) && (kind !== 'cancel' || !reply.paidElsewhere);
}

export function SubscriptionDialog({ kind, subscription, onDone }: SubscriptionDialogProps) {
  const outcome = useDialogOutcome(onDone);
  const shown = subscription !== null && kind !== null && isOffered(kind, subscription) ? kind : null;
  return (
    <Dialog open={shown !== null} onClose={outcome.onClose} title={TITLES[shown ?? 'manage']}>
      {subscription !== null && (
        <>
          {shown === 'manage' && <ManageMenu subscription={subscription} onClose={outcome.onClose} />}
          {shown === 'cancel' && <CancelQuestion subscription={subscription} {...outcome} />}
          {shown === 'address' && <AddressChange subscription={subscription} {...outcome} />}
          {(shown === 'hold' || shown === 'elsewhere') && (
            <DeliveryChangeDialog kind={shown} subscriptionId={subscription.reply.id} {...outcome} />
          )}
        </>
      )}
    </Dialog>
  );
}

interface DeliveryChangeDialogProps extends Omit<DeliveryChangeFormProps, 'letters'> {
  readonly kind: 'hold' | 'elsewhere';
}

export function nothingWords({ held }: Pick<LettersReply, 'held'>): string {
  if (held === null) return 'All remaining letters are already addressed, so there’s nothing to change.';
  if (held === 'lost') return 'This subscription has ended, so there’s nothing to change.';
  return 'Your letters are on hold because of a payment, so there’s nothing to change right now.';
}

const FORMS = { hold: HoldForm, elsewhere: TemporaryAddressForm } as const;

function DeliveryChangeDialog({ kind, ...rest }: DeliveryChangeDialogProps) {
  const ChangeForm = FORMS[kind];
  return (
    <Fetched query={lettersQuery(rest.subscriptionId)} label="Loading your letters" lines={4}>
      {(letters) =>
        changeable(letters).length === 0 ? (
          <NothingToChange onClose={rest.onClose}>{nothingWords(letters)}</NothingToChange>
        ) : (
          <ChangeForm {...rest} letters={letters} />
        )
      }
    </Fetched>
  );
}
