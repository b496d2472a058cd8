import { PanelsToCome } from '../account/account-data.tsx';

export const BILLING_PANELS = ['Payment method', 'Billing address', 'Invoices and receipts'] as const;

export function BillingToCome() {
  return (
    <>
      <h1>Billing</h1>
      <PanelsToCome panels={BILLING_PANELS} />
    </>
  );
}
