import type { ReactNode } from 'react';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './paper.module.css';

interface PaperProps {
  readonly title: string;
  readonly kicker: string;
  readonly children: ReactNode;
}

/** A page of continuous text on one sheet. */
export function Paper({ title, kicker, children }: PaperProps) {
  return (
    <div className={styles.desk}>
      <Sheet title={title} titleId="paper-title" level={1} kicker={kicker}>
        <div className={styles.text}>{children}</div>
      </Sheet>
    </div>
  );
}
