import { useState } from 'react';
import type { SubscriptionReply } from '../../../contract/account.ts';
import type { AddressReply } from '../../../contract/addresses.ts';
import { Fetched } from '../../app/fetched.tsx';
import { addressesQuery } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { type BoardNotice, NoticeBoard } from '../../ui/notice.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { PostalAddress } from '../address/postal-address.tsx';
import { numbered } from '../account/owned-subscription.ts';
import { DefaultAddressForm } from './default-address-form.tsx';

interface ShippingDetailsProps {
  readonly subscriptions: readonly SubscriptionReply[];
}

export function ShippingDetails({ subscriptions }: ShippingDetailsProps) {
  return (
    <Sheet title="Shipping Details">
      <Fetched query={addressesQuery} label="Fetching your address" lines={4}>
        {(addresses) => (
          <DefaultAddress
            address={addresses.find(({ isDefault }) => isDefault) ?? null}
            subscriptions={subscriptions}
          />
        )}
      </Fetched>
    </Sheet>
  );
}

interface DefaultAddressProps extends ShippingDetailsProps {
  readonly address: AddressReply | null;
}

function DefaultAddress({ address, subscriptions }: DefaultAddressProps) {
  const [editing, setEditing] = useState(false);
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  const [hasClosed, setHasClosed] = useState(false);

  function leave(saved: BoardNotice | null): void {
    setNotice(saved);
    setHasClosed(saved === null);
    setEditing(false);
  }

  if (editing) return <DefaultAddressForm address={address} onClose={() => leave(null)} onSaved={leave} />;
  return (
    <Stack>
      <NoticeBoard notice={notice} />
      {address === null ? (
        <p>No address yet. We would not know which door to push it under.</p>
      ) : (
        <DefinitionList
          items={[
            { term: `Default address, ‘${address.label}’`, detail: <PostalAddress address={address} /> },
            { term: 'Used by', detail: usersOf(address, subscriptions) },
          ]}
        />
      )}
      <Button
        fit
        ref={hasClosed ? focusOnMount : null}
        variant="secondary"
        onClick={() => {
          setNotice(null);
          setEditing(true);
        }}
      >
        {address === null ? 'Add address' : 'Edit address'}
      </Button>
    </Stack>
  );
}

function usersOf({ id }: AddressReply, subscriptions: readonly SubscriptionReply[]): string {
  const users = numbered(subscriptions).filter(({ reply }) => reply.shippingAddress?.id === id);
  return users.length === 0 ? 'No subscription so far' : users.map(({ label }) => label).join(', ');
}
