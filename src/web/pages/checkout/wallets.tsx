import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type {
  PaymentMethodResult,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementReadyEvent,
} from '@stripe/stripe-js';
import { useEffect, useEffectEvent, useState } from 'react';
import type { PriceSummary } from '../../../domain/money.ts';
import type { PlanType } from '../../../domain/plans.ts';
import { useNow } from '../../app/now.ts';
import { walletTerms } from './wallet-terms.ts';
import styles from './wallets.module.css';

export type WalletPayment = () => Promise<PaymentMethodResult>;

interface WalletsProps {
  readonly price: PriceSummary;
  readonly planType: PlanType;
  /** Asked when a button is pressed; if false, no wallet opens. */
  readonly mayPay: () => boolean;
  /** Called once it is known which wallets exist. The card form waits for that, since the buttons would move it. */
  readonly onKnown: () => void;
  readonly onPay: (wallet: WalletPayment) => void;
}

/** Wallets that take longer than this aren't shown. */
const PATIENCE_MS = 3_000;

/** Apple Pay, Google Pay and Link, if the browser and the account have them. Not shown for a total of zero. */
export function Wallets(props: WalletsProps) {
  const stripe = useStripe();
  if (stripe === null || props.price.todayCents === 0) return null;
  const options = {
    mode: 'subscription',
    amount: props.price.todayCents,
    currency: 'usd',
    paymentMethodCreation: 'manual',
    paymentMethodTypes: ['card'],
  } as const;
  return (
    <Elements stripe={stripe} options={options}>
      <WalletButtons {...props} />
    </Elements>
  );
}

function WalletButtons({ price, planType, mayPay, onKnown, onPay }: WalletsProps) {
  const stripe = useStripe();
  const elements = useElements();
  const now = useNow();
  const [offer, setOffer] = useState<'awaited' | 'made' | 'none'>('awaited');
  const isOffered = offer === 'made';
  const settle = useEffectEvent((isMade: boolean) => {
    if (offer !== 'awaited') return;
    setOffer(isMade ? 'made' : 'none');
    onKnown();
  });
  useEffect(() => {
    const timer = setTimeout(() => settle(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);

  const createPaymentMethod: WalletPayment = async () => {
    if (stripe === null || elements === null) throw new Error('The wallet is gone.');
    const { error } = await elements.submit();
    return error ? { error } : await stripe.createPaymentMethod({ elements });
  };

  const approve = (event: StripeExpressCheckoutElementClickEvent) => {
    if (!mayPay()) return event.reject();
    event.resolve(walletTerms(planType, price, now));
  };

  return (
    <div className={styles.wallets} data-offered={isOffered}>
      <ExpressCheckoutElement
        onReady={({ availablePaymentMethods }: StripeExpressCheckoutElementReadyEvent) =>
          settle(availablePaymentMethods !== undefined)
        }
        onLoadError={() => settle(false)}
        onClick={approve}
        onConfirm={() => onPay(createPaymentMethod)}
      />
      {isOffered && <p className={styles.or}>or pay by card</p>}
    </div>
  );
}
