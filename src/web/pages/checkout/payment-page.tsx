import { Elements } from '@stripe/react-stripe-js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { formatUsd, priceSummary } from '../../../domain/money.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CardForm } from './card-form.tsx';
import { cardProviderQuery } from './card-provider.ts';
import { CheckoutLayout } from './checkout-layout.tsx';
import { FinalSummary } from './final-summary.tsx';
import { OrderSummary } from './order-summary.tsx';
import type { Order } from './pay.ts';
import { PlanChoice } from './plan-choice.tsx';
import { PromoField } from './promo-field.tsx';
import { type Promo, usePromo } from './use-promo.ts';

const route = getRouteApi('/signed-in/payment');

export function PaymentPage() {
  const { season } = route.useRouteContext();
  const { address, config } = route.useLoaderData();
  const { plan = 'monthly' } = route.useSearch();
  const promo = usePromo();
  const price = priceSummary(plan, promo.applied?.discount ?? null);
  const order = useOrder(promo);

  return (
    <CheckoutLayout
      step={3}
      title="Payment"
      lead="The last form. After this you only have to open envelopes."
      back={
        <Link to={APP_PATHS.shipping} search={{ season: season.id, address: address.id }}>
          ← Back
        </Link>
      }
      aside={{ onPhone: 'above', content: <OrderSummary season={season} address={address} /> }}
    >
      <Sheet>
        <Stack>
          <PlanChoice chosen={plan} />
          <PromoField promo={promo} />
        </Stack>
      </Sheet>
      <Sheet title="Final summary">
        <Stack>
          <FinalSummary planType={plan} price={price} promo={promo.applied} />
          <p>Prices include applicable taxes, in US dollars.</p>
          {config.testPayments && <TestPayments />}
          <CardSection order={order} buttonText={`Pay ${formatUsd(price.todayCents)}`} />
        </Stack>
      </Sheet>
    </CheckoutLayout>
  );
}

/** The order as the page's address and the signed-in person make it; null while its price is unknown. */
function useOrder(promo: Promo): Order | null {
  const { season, user } = route.useRouteContext();
  const { address, config } = route.useLoaderData();
  const { plan = 'monthly' } = route.useSearch();
  if (promo.pending) return null;
  return {
    priceId: config.prices[plan],
    userId: user.id,
    email: user.email ?? '',
    seasonId: season.id,
    planType: plan,
    shippingAddressId: address.id,
    promotionCodeId: promo.applied?.promotionCodeId ?? null,
  };
}

function TestPayments() {
  return (
    <Notice tone="info" title="Test payments: no money moves.">
      <p>Use card 4242 4242 4242 4242, any date to come, any three digits.</p>
    </Notice>
  );
}

interface CardSectionProps {
  readonly order: Order | null;
  readonly buttonText: string;
}

function CardSection({ order, buttonText }: CardSectionProps) {
  const { address, config } = route.useLoaderData();
  const { user } = route.useRouteContext();
  const provider = useQuery(cardProviderQuery(config));
  if (provider.isError) return <NoProvider onRetry={() => void provider.refetch()} />;
  if (provider.isPending) return <Skeleton label="Fetching the card form" lines={2} />;
  const fullName: unknown = user.user_metadata['full_name'];
  return (
    <Elements stripe={provider.data}>
      <CardForm
        order={order}
        cardholder={typeof fullName === 'string' ? fullName : address.fullName}
        buttonText={buttonText}
      />
    </Elements>
  );
}

function NoProvider({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Notice tone="error" title="The card form did not come.">
      <Stack>
        <p>It is kept by our card provider, who cannot be reached just now. Nothing has been charged.</p>
        <div>
          <Button variant="secondary" onClick={onRetry}>
            Try Again
          </Button>
        </div>
      </Stack>
    </Notice>
  );
}
