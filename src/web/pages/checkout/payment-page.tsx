import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { amountInWords } from '../../../domain/charge-words.ts';
import type { HolidayOverrides } from '../../../domain/holidays.ts';
import { formatPercent, formatUsd, type PriceSummary, priceSummary } from '../../../domain/money.ts';
import { PLANS, type PlanType } from '../../../domain/plans.ts';
import { AppBackLink } from '../../app/links.tsx';
import type { User } from '../../app/session.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { FetchedCardForm } from './card-field.tsx';
import { CardForm } from './card-form.tsx';
import { stripeJsQuery } from './stripe-js.ts';
import { chosenPlan } from './chosen-plan.ts';
import { CheckoutLayout, GIFT_STEPS, SEASON_STEPS } from './checkout-layout.tsx';
import { GiftOrderSummary, OrderSummary } from './order-summary.tsx';
import { AgreedTerms } from './agreed-terms.tsx';
import { FurtherCopy, OwnedSeason, useOwnCopy } from './owned-season.tsx';
import type { Order } from './pay.ts';
import { SEASON_LEAD } from './payment-static-frame.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { PromoField } from './promo-field.tsx';
import { planOf, type Purchase } from './purchase.ts';
import { type AppliedPromo, type Promo, usePromo } from './use-promo.ts';
import { Exact } from '../../ui/text.tsx';

const route = getRouteApi('/signed-in/payment');

export function PaymentPage() {
  const { purchase } = route.useLoaderData();
  const { another } = route.useSearch();
  const [paying, setPaying] = useState(false);
  const copy = useOwnCopy(purchase.season);
  const { aside, ...frame } = useFrame();

  if (purchase.kind === 'season' && copy !== undefined && another === undefined && !paying) {
    return (
      <CheckoutLayout title="Payment" {...frame} lead="You pay here only if you want a second copy.">
        <OwnedSeason season={purchase.season} copy={copy} address={purchase.address.id} />
      </CheckoutLayout>
    );
  }
  return (
    <CheckoutLayout title="Payment" {...frame} aside={aside}>
      {purchase.kind === 'season' && copy !== undefined && another === 'true' && <FurtherCopy />}
      <PaymentForms onPaying={setPaying} />
    </CheckoutLayout>
  );
}

function PaymentForms({ onPaying }: { readonly onPaying: (paying: boolean) => void }) {
  const { purchase, config } = route.useLoaderData();
  const { user } = route.useRouteContext();
  const { another } = route.useSearch();
  const plan = usePlan();
  const promo = usePromo();
  const price = priceSummary(plan, promo.applied?.discount ?? null);
  const order = useOrder(promo);
  const promoField = useRef<HTMLInputElement>(null);
  const mayPay = () => {
    const isApplied = promo.checkApplied();
    if (!isApplied) promoField.current?.focus();
    return isApplied;
  };

  return (
    <>
      <Sheet>
        <Stack>
          <PlanChoice chosen={plan} />
          <PromoField promo={promo} field={promoField} />
        </Stack>
      </Sheet>
      <Sheet title="Final summary">
        <Stack>
          <FinalSummary planType={plan} price={price} promo={promo.applied} />
          <p>Prices are in US dollars and include applicable taxes.</p>
          {config.testPayments && <Notice tone="info">Test payments: your card isn’t charged.</Notice>}
          <FetchedCardForm query={stripeJsQuery(config)} unharmed="Nothing has been charged.">
            <CardForm
              order={order}
              buyAnother={another === 'true'}
              terms={<AgreedTerms planType={plan} price={price} isGift={purchase.kind === 'gift'} />}
              cardholder={cardholderOf(user, purchase)}
              price={price}
              planType={plan}
              mayPay={mayPay}
              onPromoRefused={promo.refuse}
              onPaying={onPaying}
            />
          </FetchedCardForm>
        </Stack>
      </Sheet>
    </>
  );
}

function usePlan(): PlanType {
  const { purchase } = route.useLoaderData();
  const { plan } = route.useSearch();
  return planOf(purchase, plan);
}

function useFrame() {
  const { purchase, config } = route.useLoaderData();
  const { another } = route.useSearch();
  const holidays = config.holidays as HolidayOverrides;
  const { season } = purchase;
  if (purchase.kind === 'season') {
    const { address } = purchase;
    const search = { season: season.id, address: address.id, plan: chosenPlan(), another };
    return {
      steps: { current: 3, names: SEASON_STEPS },
      lead: SEASON_LEAD,
      back: (
        <AppBackLink to={APP_PATHS.shipping} search={search}>
          Back
        </AppBackLink>
      ),
      aside: {
        onPhone: 'above',
        content: <OrderSummary season={season} address={address} holidays={holidays} back={search} />,
      },
    } as const;
  }
  return {
    steps: { current: 2, names: GIFT_STEPS },
    lead: 'The last form. After this, we take care of the gift.',
    back: <AppBackLink to={APP_PATHS.giftSubscription}>Back</AppBackLink>,
    aside: { onPhone: 'above', content: <GiftOrderSummary season={season} gift={purchase.gift} holidays={holidays} /> },
  } as const;
}

function useOrder(promo: Promo): Order | null {
  const { user } = route.useRouteContext();
  const { purchase, config } = route.useLoaderData();
  const plan = usePlan();
  if (promo.pending) return null;
  return {
    priceId: config.prices[plan],
    userId: user.id,
    email: user.email ?? '',
    seasonId: purchase.season.id,
    planType: plan,
    shownPriceCents: PLANS[plan].priceCents,
    ...(purchase.kind === 'gift' ? { giftId: purchase.gift.id } : { shippingAddressId: purchase.address.id }),
    promotionCodeId: promo.applied?.promotionCodeId ?? null,
  };
}

/** For a gift the name is left out, since the name on the envelope is the recipient's. */
function cardholderOf({ user_metadata, email = '' }: User, purchase: Purchase): string {
  const fullName: unknown = user_metadata['full_name'];
  if (typeof fullName === 'string') return fullName;
  return purchase.kind === 'season' ? purchase.address.fullName : email;
}

interface FinalSummaryProps {
  readonly planType: PlanType;
  readonly price: PriceSummary;
  readonly promo: AppliedPromo | null;
}

function FinalSummary({ planType, price, promo }: FinalSummaryProps) {
  const plan = { term: `${PLANS[planType].name} plan`, detail: <Exact>{formatUsd(price.priceCents)}</Exact> };
  const discount = promo && {
    term: `Discount ${promo.code} (${formatPercent(promo.discount.percentOff)})`,
    detail: <Exact>{`−${formatUsd(price.discountCents)}`}</Exact>,
  };
  const today = { term: 'Due today', detail: <TodaysPrice price={price} /> };
  return <DefinitionList layout="ledger" items={[plan, discount, today]} />;
}

function TodaysPrice({ price }: { readonly price: PriceSummary }) {
  return (
    <>
      <strong>{amountInWords(price.todayCents)}</strong>
      {price.thenText !== null && <div>{price.thenText}</div>}
    </>
  );
}
