import type { ReactNode } from 'react';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './paper.module.css';

interface PaperProps {
  readonly title: string;
  readonly kicker: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Paper({ title, kicker, aside, children }: PaperProps) {
  return (
    <div className={styles.desk}>
      <Sheet title={title} titleId="paper-title" level={1} kicker={kicker} aside={aside}>
        <div className={styles.text}>{children}</div>
      </Sheet>
    </div>
  );
}
