import { useQuery } from '@tanstack/react-query';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { PostalAddress } from '../address/postal-address.tsx';
import { billingAddressQuery } from './billing-queries.ts';
import { UpdateButton } from './update-button.tsx';

export function BillingAddressPanel() {
  return (
    <Sheet title="Billing address" aside={<UpdateButton dialog="address">Update</UpdateButton>}>
      <BillingAddress />
    </Sheet>
  );
}

function BillingAddress() {
  const address = useQuery(billingAddressQuery);
  if (address.isPending) return <Skeleton label="Fetching your billing address" lines={3} />;
  if (address.isError) {
    return (
      <TryAgain busy={address.isFetching} onRetry={() => void address.refetch()}>
        {address.error.message}
      </TryAgain>
    );
  }
  if (address.data === null) return <p>None yet. Invoices are made out to your name alone.</p>;
  return <PostalAddress address={address.data} />;
}
