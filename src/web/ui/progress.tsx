import { useId } from 'react';
import styles from './progress.module.css';

interface ProgressProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** What the figures mean: '7 of 24 letters received'. */
  readonly children: string;
}

/** A bar with its figures in words and per cent. */
export function Progress({ label, value, max, children }: ProgressProps) {
  const id = useId();
  const percent = max === 0 ? 0 : Math.round((value / max) * 100);
  return (
    <div className={styles.progress}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <progress id={id} className={styles.bar} value={value} max={max}>
        {percent}%
      </progress>
      <p className={styles.figures}>
        <span>{children}</span>
        <span>{percent}% complete</span>
      </p>
    </div>
  );
}
