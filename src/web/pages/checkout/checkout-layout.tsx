import type { ReactNode } from 'react';
import { SignedInAs, SignedInRoom } from '../../app/sign-out.tsx';
import { Steps } from '../../ui/steps.tsx';
import styles from './checkout-layout.module.css';

export const SEASON_STEPS = ['Season', 'Shipping', 'Payment'] as const;
export const GIFT_STEPS = ['Gift', 'Payment'] as const;

interface CheckoutLayoutProps {
  readonly steps: { readonly current: number; readonly names: readonly string[] };
  readonly title: string;
  readonly lead: string;
  readonly back: ReactNode;
  /**
   * Shown to visitors instead of a user's name. Pages without visitors leave it out and keep an empty space for the
   * name.
   */
  readonly visitor?: ReactNode;
  readonly children: ReactNode;
  readonly aside?: { readonly onPhone: 'above' | 'below'; readonly content: ReactNode };
}

export function CheckoutLayout({
  steps,
  title,
  lead,
  back,
  visitor = <SignedInRoom />,
  children,
  aside,
}: CheckoutLayoutProps) {
  const side = aside && <div className={styles.aside}>{aside.content}</div>;
  return (
    <div className={styles.page}>
      <Steps {...steps} />
      <header className={styles.head}>
        <h1>{title}</h1>
        <p>{lead}</p>
        {back}
        <SignedInAs otherwise={visitor} />
      </header>
      <div className={styles.columns} data-with-aside={aside !== undefined}>
        {aside?.onPhone === 'above' && side}
        <div className={styles.step}>{children}</div>
        {aside?.onPhone === 'below' && side}
      </div>
    </div>
  );
}
