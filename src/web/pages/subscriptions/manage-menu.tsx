import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lettersGo } from '../../../domain/letters-in-words.ts';
import { PLANS } from '../../../domain/plans.ts';
import { billingText, billingWords } from '../../../domain/subscription.ts';
import { SWAPPED_HERE } from '../../app/dialog-history.ts';
import { useNow } from '../../app/now.ts';
import { lettersQuery } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import styles from './subscription-lists.module.css';
import type { NumberedSubscription } from '../account/owned-subscription.ts';
import { placeOf } from '../letters/letter-words.ts';
import { UsualAddress } from '../letters/usual-address.tsx';

const route = getRouteApi('/signed-in/account/subscription');

interface ManageMenuProps {
  readonly subscription: NumberedSubscription;
  readonly onClose: () => void;
}

export function ManageMenu({ subscription, onClose }: ManageMenuProps) {
  const { reply, label } = subscription;
  const now = useNow();
  const address = reply.shippingAddress;
  const elsewhere = useQuery(lettersQuery(reply.id)).data?.temporaryAddresses ?? [];
  return (
    <>
      <DefinitionList
        items={[
          { term: label, detail: `${reply.seasonName}, ${PLANS[reply.planType].name.toLowerCase()}` },
          subscription.chargesStopped
            ? null
            : { term: 'Billing', detail: billingWords(billingText(subscription, now), reply.sameDay) },
          address && {
            term: 'Letters go to',
            detail: <UsualAddress subscription={subscription} address={address} />,
            wide: true,
          },
          ...elsewhere.map(({ letters, address: own }) => ({
            term: `${lettersGo(letters)} to`,
            detail: placeOf(own),
            wide: true,
          })),
        ]}
      />
      <Choices subscriptionId={reply.id} mayCancel={!reply.paidElsewhere} onClose={onClose} />
    </>
  );
}

const CHOICES = [
  { dialog: 'address', button: 'Update Shipping Address', hint: 'If you’ve moved for good.' },
  { dialog: 'hold', button: 'Hold Letters', hint: 'If you’ll be away.' },
  { dialog: 'elsewhere', button: 'Temporary Address', hint: 'If some letters should go elsewhere.' },
] as const;

interface ChoicesProps {
  readonly subscriptionId: string;
  readonly mayCancel: boolean;
  readonly onClose: () => void;
}

function Choices({ subscriptionId, mayCancel, onClose }: ChoicesProps) {
  const navigate = route.useNavigate();
  const turnTo = (dialog: (typeof CHOICES)[number]['dialog'] | 'cancel') =>
    void navigate({ search: { dialog, subscription: subscriptionId }, ...SWAPPED_HERE });
  return (
    <>
      <ul className={styles.choices}>
        {CHOICES.map(({ dialog, button, hint }) => (
          <li key={dialog} className={styles.choice}>
            <Button variant="secondary" aria-describedby={`choice-${dialog}`} onClick={() => turnTo(dialog)}>
              {button}
            </Button>
            <p id={`choice-${dialog}`} className={styles.hint}>
              {hint}
            </p>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        {mayCancel && (
          <Button variant="quiet" onClick={() => turnTo('cancel')}>
            Cancel Subscription
          </Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}
