import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubscriptionReply } from '../../../contract/account.ts';
import { type AddressReply, deleteAddress } from '../../../contract/addresses.ts';
import { call } from '../../app/api.ts';
import { addressesQuery, invalidate } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { type BoardNotice, NoticeBoard } from '../../ui/notice.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { numbered } from '../account/owned-subscription.ts';
import { PostalAddress } from '../address/postal-address.tsx';
import styles from './other-addresses.module.css';

interface OtherAddressesProps {
  readonly subscriptions: readonly SubscriptionReply[];
}

export function OtherAddresses({ subscriptions }: OtherAddressesProps) {
  const others = useQuery(addressesQuery).data?.filter(({ isDefault }) => !isDefault) ?? [];
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  if (others.length === 0 && notice === null) return null;
  return (
    <Sheet title="Other Addresses">
      <Stack>
        <NoticeBoard notice={notice} />
        {others.length === 0 ? (
          <p>None.</p>
        ) : (
          <ul className={styles.list}>
            {others.map((address) => (
              <OtherAddress key={address.id} address={address} subscriptions={subscriptions} onDone={setNotice} />
            ))}
          </ul>
        )}
      </Stack>
    </Sheet>
  );
}

interface OtherAddressProps extends OtherAddressesProps {
  readonly address: AddressReply;
  readonly onDone: (notice: BoardNotice) => void;
}

function OtherAddress({ address, subscriptions, onDone }: OtherAddressProps) {
  const { id, label, addressLine1 } = address;
  const users = numbered(subscriptions).filter(({ reply }) => reply.shippingAddress?.id === id);
  const remove = useMutation({
    mutationFn: () => call(deleteAddress, { params: { id } }),
    onError: (error) => onDone({ tone: 'error', text: error.message }),
    onSuccess: async () => {
      await invalidate(addressesQuery);
      onDone({ tone: 'success', text: `‘${label}’ is deleted.` });
    },
  });
  return (
    <li className={styles.entry}>
      <div>
        <p className={styles.label}>{label}</p>
        <PostalAddress address={address} />
      </div>
      {users.length > 0 ? (
        <p>Used by {users.map((user) => user.label).join(', ')}</p>
      ) : (
        <Button
          fit
          variant="quiet"
          busy={remove.isPending}
          aria-label={`Delete ${label}: ${addressLine1}`}
          onClick={() => remove.mutate()}
        >
          Delete
        </Button>
      )}
    </li>
  );
}
