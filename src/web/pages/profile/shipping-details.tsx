import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { SubscriptionReply } from '../../../contract/account.ts';
import type { AddressReply } from '../../../contract/addresses.ts';
import { unlessUnreachable } from '../../app/api-failure.ts';
import { Fetched } from '../../app/fetched.tsx';
import { addressesQuery } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { type Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { type BoardNotice, FailureBoard, NoticeBoard } from '../../ui/notice.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { Form } from '../../app/forms.tsx';
import { DialogChoice } from '../../ui/dialog.tsx';
import { PostalAddress } from '../address/postal-address.tsx';
import { numbered, type NumberedSubscription } from '../account/owned-subscription.ts';
import { LeaveQuestion, UnsavedChanges } from '../account/unsaved-changes.tsx';
import { AddressFields } from '../address/address-fields.tsx';
import { ADDRESS_FIELDS, useAddressForm } from '../address/address-form.ts';
import { useAddressCheck, WHOLE_FORM } from '../address/address-check.tsx';
import { FollowingSubscriptions, GiftsStay, useFollowingSubscriptions } from './following-subscriptions.tsx';
import { useMove } from './use-move.ts';

const route = getRouteApi('/signed-in/account/profile');

interface ShippingDetailsProps {
  readonly subscriptions: readonly SubscriptionReply[];
}

export function ShippingDetails({ subscriptions }: ShippingDetailsProps) {
  // Letters of these subscriptions may still be mailed or returned.
  const seasons = numbered(subscriptions).filter(({ status, reply }) => status !== 'completed' && !reply.refunded);
  return (
    <Sheet title="Shipping Details">
      <Fetched query={addressesQuery} label="Loading your address" lines={4}>
        {(addresses) => (
          <DefaultAddress address={addresses.find(({ isDefault }) => isDefault) ?? null} seasons={seasons} />
        )}
      </Fetched>
    </Sheet>
  );
}

interface DefaultAddressProps {
  readonly address: AddressReply | null;
  readonly seasons: readonly NumberedSubscription[];
}

function DefaultAddress({ address, seasons }: DefaultAddressProps) {
  const { edit } = route.useSearch();
  const navigate = route.useNavigate();
  const [editing, setEditing] = useState(edit === 'address');
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  const [hasClosed, setHasClosed] = useState(false);

  function leave(saved: BoardNotice | null): void {
    setNotice(saved);
    setHasClosed(saved === null);
    setEditing(false);
    // A reload must not open it again.
    const closed = { search: (search: object) => ({ ...search, edit: undefined }), replace: true, resetScroll: false };
    if (edit !== undefined) void navigate({ ...closed, ignoreBlocker: true });
  }

  if (editing) {
    return <DefaultAddressForm address={address} seasons={seasons} onClose={() => leave(null)} onSaved={leave} />;
  }
  return (
    <Stack>
      <NoticeBoard notice={notice} />
      {address === null ? (
        <p>No address yet.</p>
      ) : (
        <DefinitionList
          items={[
            { term: `Default address, ‘${address.label}’`, detail: <PostalAddress address={address} /> },
            { term: 'Used by', detail: usersOf(address, seasons) },
            ...elsewhere(address, seasons),
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

function usersOf({ id }: AddressReply, seasons: readonly NumberedSubscription[]): string {
  const users = seasons.filter(({ reply }) => reply.shippingAddress?.id === id);
  return users.length > 0 ? users.map(({ label }) => label).join(', ') : 'No subscription';
}

function elsewhere({ id }: AddressReply, seasons: readonly NumberedSubscription[]): readonly Definition[] {
  return seasons.flatMap(({ label, reply: { shippingAddress: own } }) =>
    own === null || own.id === id
      ? []
      : [{ term: `Letters for ${label} go to`, detail: <PostalAddress address={own} />, wide: true }],
  );
}

const NOT_SAVED = 'Failed to update shipping details. Please try again.';

interface DefaultAddressFormProps extends DefaultAddressProps {
  readonly onClose: () => void;
  readonly onSaved: (notice: BoardNotice) => void;
}

function DefaultAddressForm({ address, seasons, onClose, onSaved }: DefaultAddressFormProps) {
  const [edited, setEdited] = useState(address);
  const form = useAddressForm(edited);
  const followers = useFollowingSubscriptions(seasons);
  const save = useMove({ left: edited, following: followers.following, onSaved });
  const checked = useAddressCheck({ form, save, part: WHOLE_FORM });
  const [isClosing, setIsClosing] = useState(false);
  const isDirty = form.formState.isDirty || followers.isDirty;
  // If another address has become the default, the edits must not be saved to it.
  if (!form.formState.isDirty && edited !== address) setEdited(address);
  useEffect(() => {
    form.setFocus('fullName');
  }, [form]);

  function stay(): void {
    setIsClosing(false);
    form.setFocus('fullName');
  }

  return (
    <Form form={form} save={checked.save} fields={ADDRESS_FIELDS}>
      <FailureBoard text={save.isError ? unlessUnreachable(save.error, NOT_SAVED) : null} />
      <AddressFields />
      <FollowingSubscriptions seasons={seasons} {...followers} />
      <GiftsStay />
      <UnsavedChanges when={isDirty && !save.isSuccess} />
      {checked.question}
      {isClosing && <LeaveQuestion onStay={stay} onLeave={onClose} />}
      <DialogChoice
        yes="Save Address"
        busy={save.isPending || checked.isAsking}
        onNo={() => (isDirty ? setIsClosing(true) : onClose())}
      />
    </Form>
  );
}
