import type { ReactNode } from 'react';
import styles from './notice.module.css';

export type NoticeTone = 'error' | 'success' | 'info' | 'warning';

interface NoticeProps {
  readonly tone: NoticeTone;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

const MARKS = {
  error: 'Returned',
  success: 'Received',
  info: 'Advice',
  warning: 'Attention',
} as const satisfies Record<NoticeTone, string>;

/** Errors interrupt a screen reader, the rest waits its turn. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <span className={styles.mark} aria-hidden="true">
        {MARKS[tone]}
      </span>
      <div className={styles.text}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  );
}
