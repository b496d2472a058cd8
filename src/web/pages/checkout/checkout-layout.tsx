import type { ReactNode } from 'react';
import { Steps } from '../../ui/steps.tsx';
import styles from './checkout-layout.module.css';

const STEP_NAMES = ['Season', 'Shipping', 'Payment'] as const;

interface CheckoutLayoutProps {
  readonly step: 1 | 2 | 3;
  readonly title: string;
  readonly lead: string;
  /** The link to the step before. */
  readonly back: ReactNode;
  readonly children: ReactNode;
  /** Stands beside the step, above it on a phone. */
  readonly aside?: ReactNode;
}

/** The frame of the three steps of a purchase. */
export function CheckoutLayout({ step, title, lead, back, children, aside }: CheckoutLayoutProps) {
  return (
    <div className={styles.page}>
      <Steps current={step} names={STEP_NAMES} />
      <header className={styles.head}>
        <h1>{title}</h1>
        <p>{lead}</p>
        {back}
      </header>
      <div className={styles.columns} data-with-aside={aside !== undefined}>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
        <div className={styles.step}>{children}</div>
      </div>
    </div>
  );
}
