import { Fetched } from '../../app/fetched.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { PostalAddress } from '../address/postal-address.tsx';
import { billingAddressQuery } from './billing-queries.ts';
import { UpdateButton } from './update-button.tsx';

export function BillingAddressPanel() {
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
