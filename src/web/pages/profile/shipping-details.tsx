import { useEffect, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { SubscriptionReply } from '../../../contract/account.ts';
import { type AddressReply, createAddress, updateAddress } from '../../../contract/addresses.ts';
import { getDelivery } from '../../../contract/subscriptions.ts';
import { Fetched } from '../../app/fetched.tsx';
import { accountQuery, addressesQuery, invalidate } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { type BoardNotice, FailureBoard, NoticeBoard } from '../../ui/notice.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { call } from '../../app/api.ts';
import { Form } from '../../app/forms.tsx';
import { DialogChoice } from '../../ui/dialog.tsx';
import { PostalAddress } from '../address/postal-address.tsx';
import { numbered } from '../account/owned-subscription.ts';
import { LeaveQuestion, UnsavedChanges } from '../account/unsaved-changes.tsx';
import { AddressFields } from '../address/address-fields.tsx';
import { ADDRESS_FIELDS, type AddressFormValues, useAddressForm } from '../address/address-form.ts';
import { saveNotice } from './save-outcome.ts';

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

interface DefaultAddressFormProps {
  readonly address: AddressReply | null;
  readonly onClose: () => void;
  readonly onSaved: (notice: BoardNotice) => void;
}

/** Replaces the address it changes, and takes the focus. */
function DefaultAddressForm({ address, onClose, onSaved }: DefaultAddressFormProps) {
  const [edited, setEdited] = useState(address);
  const form = useAddressForm(edited);
  const save = useSaveDefault(edited, onSaved);
  const [isClosing, setIsClosing] = useState(false);
  const { isDirty } = form.formState;
  // Edits of one address must not be saved as another, which has become the default one since.
  if (!isDirty && edited !== address) setEdited(address);
  useEffect(() => form.setFocus('fullName'), [form]);

  function stay(): void {
    setIsClosing(false);
    form.setFocus('fullName');
  }

  return (
    <Form form={form} save={save} fields={ADDRESS_FIELDS}>
      <FailureBoard text={save.isError ? 'Failed to update shipping details. Please try again.' : null} />
      <p>It moves every subscription that uses this address, from the next letter that is not sealed yet.</p>
      <AddressFields />
      <UnsavedChanges when={isDirty && !save.isSuccess} />
      {isClosing && <LeaveQuestion onStay={stay} onLeave={onClose} />}
      <DialogChoice yes="Save Address" busy={save.isPending} onNo={() => (isDirty ? setIsClosing(true) : onClose())} />
    </Form>
  );
}

function useSaveDefault(address: AddressReply | null, onSaved: DefaultAddressFormProps['onSaved']) {
  return useMutation({
    mutationFn: (body: AddressFormValues) =>
      address === null ? call(createAddress, { body }) : call(updateAddress, { params: { id: address.id }, body }),
    onSuccess: async () => {
      await invalidate(addressesQuery, accountQuery, { queryKey: [getDelivery.path] });
      onSaved(saveNotice('Shipping details updated successfully!'));
    },
  });
}
