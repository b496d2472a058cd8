import type { ReactNode } from 'react';
import { Exact } from '../../ui/text.tsx';
import styles from './gift-message.module.css';

interface GiftCardProps {
  readonly to: string | null;
  readonly from: ReactNode;
  readonly message: string;
}

/** The card that lies in the first envelope, in its proportions. */
export function GiftCard({ to, from, message }: GiftCardProps) {
  return (
    <figure className={styles.card} aria-label="The card">
      <p className={styles.name}>{to === null ? 'For you' : <Exact>{`For ${to}`}</Exact>}</p>
      <blockquote className={styles.words} translate="no">
        {message}
      </blockquote>
      <figcaption className={styles.name}>From {from}</figcaption>
    </figure>
  );
}
