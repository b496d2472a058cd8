import { APP_PATHS } from '../../../contract/site-paths.ts';
import { AppBackLink } from '../../app/links.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CheckoutLayout, SEASON_STEPS } from './checkout-layout.tsx';

export const SEASON_LEAD = 'The last form. After this you only have to open envelopes.';

export function PaymentStaticFrame() {
  return (
    <CheckoutLayout
      steps={{ current: 3, names: SEASON_STEPS }}
      title="Payment"
      lead={SEASON_LEAD}
      back={<AppBackLink to={APP_PATHS.shipping}>Back</AppBackLink>}
      aside={{
        onPhone: 'above',
        content: (
          <Sheet title="Order summary">
            <Skeleton label="Loading your order" lines={8} />
          </Sheet>
        ),
      }}
    >
      <Sheet>
        <Skeleton label="Loading the plans" lines={8} />
      </Sheet>
      <Sheet title="Final summary">
        <Skeleton label="Loading the price" lines={8} />
      </Sheet>
    </CheckoutLayout>
  );
}
