import type { ReactNode } from 'react';
import styles from './gift-message.module.css';

interface GiftCardProps {
  readonly from: ReactNode;
  readonly message: string;
}

/** A gift's card as its recipient sees it, in type that is large enough on a phone. */
export function GiftCard({ from, message }: GiftCardProps) {
  return (
    <figure className={styles.card} aria-label="The card">
      <p className={styles.name}>For you</p>
      <blockquote className={styles.words} translate="no">
        {message}
      </blockquote>
      <figcaption className={styles.name}>From {from}</figcaption>
    </figure>
  );
}
