import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountReply } from '../../../contract/account.ts';
import { useCloseDialog } from '../../app/dialog-history.ts';
import { Fetched } from '../../app/fetched.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { PostalAddress } from '../address/postal-address.tsx';
import { billingAddressQuery } from './billing-queries.ts';
import { UpdateButton } from './update-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type BoardNotice, NoticeBoard } from '../../ui/notice.tsx';
import { AccountData } from '../account/account-data.tsx';
import { BillingAddressForm } from './billing-address-form.tsx';
import { CardPanel } from './card-panel.tsx';
import { CardUpdate } from './card-update.tsx';
import { Invoices } from './invoices.tsx';
import { Overdue } from './overdue.tsx';
import type { Cardholder } from './update-card.ts';

const route = getRouteApi('/signed-in/account/billing');

export function BillingPage() {
  return (
    <>
      <h1>Billing</h1>
      <AccountData panels={['Payment method', 'Billing address', 'Invoices and receipts']}>
        {(account) => <Billing account={account} />}
      </AccountData>
    </>
  );
}

function Billing({ account: { profile, subscriptions } }: { readonly account: AccountReply }) {
  const { dialog } = route.useSearch();
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  const overdue = subscriptions.some(({ pastDue }) => pastDue);
  return (
    <>
      <BillingDialog cardholder={profile} overdue={overdue} onDone={setNotice} />
      <NoticeBoard notice={notice} covered={dialog !== undefined} />
      {overdue && <Overdue onDone={setNotice} />}
      <CardPanel customerId={subscriptions.at(-1)?.stripeCustomerId ?? null} />
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
  const close = useCloseDialog();
  const finish = (notice: BoardNotice) => {
    onDone(notice);
    close({ saved: true });
  };
  return (
    <Dialog open={dialog !== undefined} onClose={() => close()} title={TITLES[dialog ?? 'card']}>
      {dialog === 'card' && <CardUpdate cardholder={cardholder} overdue={overdue} onClose={close} onDone={finish} />}
      {dialog === 'address' && <BillingAddressForm onClose={close} onDone={finish} />}
    </Dialog>
  );
}

function BillingAddressPanel() {
  return (
    <Sheet title="Billing address" aside={<UpdateButton dialog="address">Update</UpdateButton>}>
      <Fetched query={billingAddressQuery} label="Fetching your billing address">
        {(address) =>
          address === null ? (
            <p>None yet. Invoices are made out to your name alone.</p>
          ) : (
            <PostalAddress address={address} />
          )
        }
      </Fetched>
    </Sheet>
  );
}
