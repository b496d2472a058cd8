import { getRouteApi } from '@tanstack/react-router';
import { PLANS } from '../../../domain/plans.ts';
import { billingText, billingWords } from '../../../domain/subscription.ts';
import { SWAPPED_HERE } from '../../app/dialog-history.ts';
import { useNow } from '../../app/now.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import styles from './subscription-lists.module.css';
import { PostalAddress } from '../address/postal-address.tsx';
import type { NumberedSubscription } from '../account/owned-subscription.ts';

const route = getRouteApi('/signed-in/account/subscription');

interface ManageMenuProps {
  readonly subscription: NumberedSubscription;
  readonly onClose: () => void;
}

export function ManageMenu({ subscription, onClose }: ManageMenuProps) {
  const { reply, label } = subscription;
  const address = reply.shippingAddress;
  return (
    <>
      <DefinitionList
        items={[
          { term: label, detail: `${reply.seasonName}, ${PLANS[reply.planType].name.toLowerCase()}` },
          { term: 'Billing', detail: billingWords(billingText(subscription, useNow())) },
          address && { term: 'Letters go to', detail: <PostalAddress address={address} />, wide: true },
        ]}
      />
      <Choices subscriptionId={reply.id} onClose={onClose} />
    </>
  );
}

function Choices({ subscriptionId, onClose }: { readonly subscriptionId: string; readonly onClose: () => void }) {
  const navigate = route.useNavigate();
  const turnTo = (dialog: 'address' | 'cancel' | 'hold' | 'elsewhere') =>
    void navigate({ search: { dialog, subscription: subscriptionId }, ...SWAPPED_HERE });
  return (
    <>
      <div className={styles.actions}>
        <Button variant="secondary" onClick={() => turnTo('hold')}>
          Hold Letters
        </Button>
        <Button variant="secondary" onClick={() => turnTo('elsewhere')}>
          Send Letters Elsewhere
        </Button>
      </div>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
        <Button variant="secondary" onClick={() => turnTo('cancel')}>
          Cancel Subscription
        </Button>
        <Button onClick={() => turnTo('address')}>Update Shipping Address</Button>
      </DialogActions>
    </>
  );
}
