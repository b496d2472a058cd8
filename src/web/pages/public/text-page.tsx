import type { ReactNode } from 'react';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './text-page.module.css';

interface TextPageProps {
  readonly title: string;
  readonly kicker: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function TextPage({ title, kicker, aside, children }: TextPageProps) {
  return (
    <div className={styles.desk}>
      <Sheet title={title} titleId="paper-title" level={1} kicker={kicker} aside={aside}>
        <div className={styles.text}>{children}</div>
      </Sheet>
    </div>
  );
}
