import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { AccountReply, SubscriptionReply } from '../../../contract/account.ts';
import { saveBillingAddress } from '../../../contract/billing.ts';
import { WHILE_OVERDUE } from '../../../domain/subscription.ts';
import { useDialogOutcome } from '../../app/dialog-history.ts';
import { Fetched } from '../../app/fetched.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { Dialog, DialogChoice, type DialogContentProps } from '../../ui/dialog.tsx';
import { type BoardNotice, FailureBoard, Notice, NoticeBoard } from '../../ui/notice.tsx';
import { call } from '../../app/api.ts';
import { cacheAnswer } from '../../app/queries.ts';
import { Form } from '../../app/forms.tsx';
import { Button } from '../../ui/button.tsx';
import { PostalAddress } from '../address/postal-address.tsx';
import { AccountData } from '../account/account-data.tsx';
import { overdueWords } from '../account/past-due.tsx';
import { UnsavedChanges } from '../account/unsaved-changes.tsx';
import { AddressFields } from '../address/address-fields.tsx';
import { ADDRESS_FIELDS, type AddressFormValues, type AddressLines, useAddressForm } from '../address/address-form.ts';
import { fetchCardScript } from '../checkout/stripe-js.ts';
import { billingAddressQuery, refreshBilling } from './billing-queries.ts';
import { BILLING_PANELS } from './billing-to-come.tsx';
import { CardPanel, UpdateButton } from './card-panel.tsx';
import { type Cardholder, CardUpdate, retryOutstanding, settlementWords } from './card-update.tsx';
import { Invoices } from './invoices.tsx';

const route = getRouteApi('/signed-in/account/billing');

export function BillingPage() {
  return (
    <>
      <h1>Billing</h1>
      <AccountData panels={BILLING_PANELS}>{(account) => <Billing account={account} />}</AccountData>
    </>
  );
}

function Billing({ account: { profile, subscriptions } }: { readonly account: AccountReply }) {
  const { dialog } = route.useSearch();
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  const overdue = subscriptions.filter(({ pastDue }) => pastDue);
  return (
    <>
      <BillingDialog cardholder={profile} overdue={overdue.length > 0} onDone={setNotice} />
      <NoticeBoard notice={notice} covered={dialog !== undefined} />
      {overdue.length > 0 && <Overdue subscriptions={overdue} onDone={setNotice} />}
      <CardPanel subscriptions={subscriptions} />
      <BillingAddressPanel />
      <Invoices />
    </>
  );
}

interface BillingDialogProps {
  readonly cardholder: Cardholder;
  readonly overdue: boolean;
  readonly onDone: (notice: BoardNotice) => void;
}

const TITLES = { card: 'Update Payment Method', address: 'Update billing address' } as const;

function BillingDialog({ cardholder, overdue, onDone }: BillingDialogProps) {
  const { dialog } = route.useSearch();
  const outcome = useDialogOutcome(onDone);
  return (
    <Dialog open={dialog !== undefined} onClose={outcome.onClose} title={TITLES[dialog ?? 'card']}>
      {dialog === 'card' && <CardUpdate cardholder={cardholder} overdue={overdue} {...outcome} />}
      {dialog === 'address' && <BillingAddressForm {...outcome} />}
    </Dialog>
  );
}

function BillingAddressPanel() {
  return (
    <Sheet title="Billing address" aside={<UpdateButton dialog="address">Update</UpdateButton>}>
      <Fetched query={billingAddressQuery} label="Loading your billing address">
        {(address) =>
          address === null ? (
            <p>No billing address yet. Your receipts show only your name and email.</p>
          ) : (
            <PostalAddress address={address} />
          )
        }
      </Fetched>
    </Sheet>
  );
}

function BillingAddressForm(props: DialogContentProps) {
  // Shown only once the saved address is known, since the form could otherwise be saved empty.
  return (
    <Fetched query={billingAddressQuery} label="Loading your billing address">
      {(saved) => <AddressForm {...props} saved={saved} />}
    </Fetched>
  );
}

interface AddressFormProps extends DialogContentProps {
  readonly saved: AddressLines | null;
}

function AddressForm({ saved, onClose, onDone }: AddressFormProps) {
  const form = useAddressForm(saved);
  const save = useSaveBillingAddress(onDone);
  return (
    <Form form={form} save={save} fields={ADDRESS_FIELDS}>
      <FailureBoard text={save.error?.message ?? null} />
      <p>
        We print this address on your future invoices and receipts. Earlier ones don’t change. Your letters still go to
        your shipping address.
      </p>
      <AddressFields section="billing" />
      <UnsavedChanges when={form.formState.isDirty && !save.isSuccess} />
      <DialogChoice yes="Save Address" busy={save.isPending} onNo={onClose} />
    </Form>
  );
}

function useSaveBillingAddress(onDone: DialogContentProps['onDone']) {
  return useMutation({
    mutationFn: (values: AddressFormValues) => call(saveBillingAddress, { body: values }),
    onSuccess: ({ address }) => {
      cacheAnswer(billingAddressQuery, address);
      onDone({ tone: 'success', text: 'Billing address updated successfully!' });
    },
  });
}

interface OverdueProps {
  readonly subscriptions: readonly SubscriptionReply[];
  readonly onDone: (notice: BoardNotice) => void;
}

function Overdue({ subscriptions, onDone }: OverdueProps) {
  const retry = useMutation({
    mutationFn: () => retryOutstanding(fetchCardScript),
    onSuccess: async (settlement) => {
      await refreshBilling();
      onDone(settlementWords(settlement));
    },
  });
  return (
    <Notice tone="warning" title="A payment is overdue.">
      <Stack>
        {subscriptions.map(({ id, overdue }) => overdue !== null && <p key={id}>{overdueWords(overdue)}</p>)}
        <p>{`${WHILE_OVERDUE} Try the same card again, or press “Update Payment Method” below to use another one.`}</p>
        {retry.isError && <p role="alert">{retry.error.message}</p>}
        <Button fit variant="secondary" busy={retry.isPending} onClick={() => retry.mutate()}>
          Try the payment again
        </Button>
      </Stack>
    </Notice>
  );
}
