import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubscriptionReply } from '../../../contract/account.ts';
import type { AddressReply } from '../../../contract/addresses.ts';
import { addressesQuery } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { type BoardNotice, NoticeBoard } from '../../ui/notice-board.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { PostalAddress } from '../address/postal-address.tsx';
import { numbered } from '../subscriptions/numbered-subscription.ts';
import { DefaultAddressForm } from './default-address-form.tsx';

interface ShippingDetailsProps {
  readonly subscriptions: readonly SubscriptionReply[];
}

export function ShippingDetails({ subscriptions }: ShippingDetailsProps) {
  const addresses = useQuery(addressesQuery);
  return (
    <Sheet title="Shipping Details">
      {addresses.isPending && <Skeleton label="Fetching your address" lines={4} />}
      {addresses.isError && !addresses.data && (
        <TryAgain busy={addresses.isFetching} onRetry={() => void addresses.refetch()}>
          {addresses.error.message}
        </TryAgain>
      )}
      {addresses.data && <DefaultAddress address={defaultOf(addresses.data)} subscriptions={subscriptions} />}
    </Sheet>
  );
}

function defaultOf(addresses: readonly AddressReply[]): AddressReply | null {
  return addresses.find(({ isDefault }) => isDefault) ?? null;
}

interface DefaultAddressProps extends ShippingDetailsProps {
  readonly address: AddressReply | null;
}

function DefaultAddress({ address, subscriptions }: DefaultAddressProps) {
  const [editing, setEditing] = useState(false);
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  const [hasClosed, setHasClosed] = useState(false);

  if (editing) {
    return (
      <DefaultAddressForm
        address={address}
        onClose={() => {
          setHasClosed(true);
          setEditing(false);
        }}
        onSaved={(saved) => {
          setNotice(saved);
          setHasClosed(false);
          setEditing(false);
        }}
      />
    );
  }
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
      <div>
        <Button
          ref={hasClosed ? focusOnMount : null}
          variant="secondary"
          onClick={() => {
            setNotice(null);
            setEditing(true);
          }}
        >
          {address === null ? 'Add address' : 'Edit address'}
        </Button>
      </div>
    </Stack>
  );
}

function usersOf({ id }: AddressReply, subscriptions: readonly SubscriptionReply[]): string {
  const users = numbered(subscriptions).filter(({ reply }) => reply.shippingAddress?.id === id);
  return users.length === 0 ? 'No subscription so far' : users.map(({ label }) => label).join(', ');
}
