import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { accountQuery, addressesQuery, giftsQuery, queryClient } from '../../app/queries.ts';
import type { PlanType } from '../../../domain/plans.ts';
import { payButtonVerb } from '../../../domain/charge-words.ts';
import { formatUsd, type PriceSummary } from '../../../domain/money.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureBoard, Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { giftStorage } from '../gift/gift-form-values.ts';
import { CardField } from './card-field.tsx';
import { type WalletPayment, Wallets } from './wallets.tsx';
import { deletePlan } from './chosen-plan.ts';
import { deletePromo } from '../../promo-link.ts';
import { type Order, pay, type PaymentOutcome, settle } from './pay.ts';
import { shippingDraft } from './shipping-draft.ts';
import { Exact, Text } from '../../ui/text.tsx';

interface CardFormProps {
  /** Null while a promo code is checked: nothing can be bought at an unknown price. */
  readonly order: Order | null;
  readonly buyAnother: boolean;
  readonly cardholder: string;
  readonly terms: ReactNode;
  /** Asked before each attempt; if false, the buyer has been told what to do first. */
  readonly mayPay: () => boolean;
  /** Called if the order's promo code is no longer valid. */
  readonly onPromoRefused: (message: string) => void;
  /** Called with false when an attempt has failed. */
  readonly onPaying: (paying: boolean) => void;
  readonly price: PriceSummary;
  readonly planType: PlanType;
}

export function CardForm({ order, buyAnother, cardholder, terms, price, planType, mayPay, ...hooks }: CardFormProps) {
  const { todayCents } = price;
  const payment = usePayment(order, cardholder, hooks);
  const { outcome } = payment;
  const [walletsAreKnown, setWalletsAreKnown] = useState(false);

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (mayPay()) payment.start({ buyAnother });
      }}
    >
      <Stack>
        <Wallets
          price={price}
          planType={planType}
          mayPay={() => order !== null && !payment.busy && mayPay()}
          onKnown={() => setWalletsAreKnown(true)}
          onPay={(wallet) => payment.start({ buyAnother, wallet })}
        />
        {walletsAreKnown || todayCents === 0 ? <CardField /> : <Skeleton label="Loading the card form" lines={2} />}
        {terms}
        <FailureBoard text={payment.problem} />
        {outcome?.kind === 'already_subscribed' && order?.giftId && <GiftAlreadyPaid />}
        {outcome?.kind === 'already_subscribed' && !order?.giftId && (
          <SecondCopy busy={payment.busy} onBuy={() => payment.start({ buyAnother: true })} />
        )}
        <Button type="submit" busy={payment.busy} disabled={order === null}>
          {payment.busy ? <Text>Processing...</Text> : <PayLabel todayCents={todayCents} />}
        </Button>
      </Stack>
    </form>
  );
}

interface Choice {
  readonly buyAnother: boolean;
  /** Used instead of the typed card. */
  readonly wallet?: WalletPayment;
}

function PayLabel({ todayCents }: { readonly todayCents: number }) {
  if (todayCents === 0) return <Text>{payButtonVerb(todayCents)}</Text>;
  return (
    <span>
      {payButtonVerb(todayCents)} <Exact>{formatUsd(todayCents)}</Exact>
    </span>
  );
}

function SecondCopy({ busy, onBuy }: { readonly busy: boolean; readonly onBuy: () => void }) {
  return (
    <Notice tone="warning" title="You already have this season.">
      <Stack>
        <p>
          This attempt wasn’t charged. If you press “Buy a second copy”, we charge the card entered above for another
          copy.
        </p>
        <AppButtonLink fit to={APP_PATHS.accountSubscription}>
          See your copy
        </AppButtonLink>
        <Button fit variant="secondary" busy={busy} onClick={onBuy}>
          Buy a second copy
        </Button>
      </Stack>
    </Notice>
  );
}

function GiftAlreadyPaid() {
  return (
    <Notice tone="warning" title="This gift is already paid for.">
      <p>
        This attempt wasn’t charged. <Link to={APP_PATHS.accountSubscription}>See the gift in your account.</Link>
      </p>
    </Notice>
  );
}

type PaymentHooks = Pick<CardFormProps, 'onPromoRefused' | 'onPaying'>;

function usePayment(order: Order | null, cardholder: string, { onPromoRefused, onPaying }: PaymentHooks) {
  const stripe = useStripe();
  const elements = useElements();
  const finish = useFinish();
  // A second click may come before React has disabled the button.
  const underway = useRef(false);

  const attempt = useMutation({
    mutationFn: async ({ buyAnother, wallet }: Choice): Promise<PaymentOutcome> => {
      if (stripe === null || elements === null || order === null) {
        return { kind: 'failed', message: 'Stripe is not initialized or user not found' };
      }
      const card = elements.getElement(CardElement);
      if (card === null) return { kind: 'failed', message: 'Card element not found.' };
      const billing_details = { name: cardholder, email: order.email };
      const ofCard = () => stripe.createPaymentMethod({ type: 'card', card, billing_details });
      const outcome = await pay({ stripe, createPaymentMethod: wallet ?? ofCard }, { ...order, buyAnother });
      if (outcome.kind === 'paid') {
        (order.giftId ? giftStorage(order.userId) : shippingDraft(order.userId)).drop();
        await finish(outcome.subscriptionId);
      }
      if (outcome.kind === 'promo_refused') onPromoRefused(outcome.message);
      return outcome;
    },
    onSettled: (outcome) => {
      underway.current = false;
      if (outcome?.kind !== 'paid') onPaying(false);
    },
  });

  const terms = order && `${order.priceId} ${order.promotionCodeId}`;
  const [last, setLast] = useState({ terms, answered: 0 });
  if (terms !== null && terms !== last.terms) {
    setLast({ terms, answered: attempt.isPending ? last.answered : attempt.submittedAt });
  }
  const isOutdated = attempt.submittedAt === last.answered && attempt.data?.kind !== 'promo_refused';

  function start(choice: Choice): void {
    if (underway.current) return;
    underway.current = true;
    onPaying(true);
    attempt.mutate(choice);
  }

  return {
    start,
    outcome: attempt.data,
    // After payment the button stays disabled until the next page is shown.
    busy: attempt.isPending || attempt.data?.kind === 'paid',
    problem: isOutdated ? null : problemOf(attempt.error, attempt.data),
  };
}

function problemOf(error: unknown, outcome: PaymentOutcome | undefined): string | null {
  if (error !== null) return 'Payment failed. Please try again.';
  return outcome?.kind === 'failed' || outcome?.kind === 'promo_refused' ? outcome.message : null;
}

/** Replaces the history entry, so that Back doesn't return to a paid order. */
function useFinish() {
  const navigate = useNavigate();
  return async (subscriptionId: string): Promise<void> => {
    deletePromo();
    deletePlan();
    await settle(subscriptionId);
    for (const { queryKey } of [accountQuery, addressesQuery, giftsQuery]) queryClient.removeQueries({ queryKey });
    await navigate({
      to: APP_PATHS.account,
      search: { success: 'true' },
      state: { awaitedSubscription: subscriptionId },
      replace: true,
    });
  };
}
