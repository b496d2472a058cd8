import { useId } from 'react';
import styles from './progress.module.css';

interface ProgressProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly children: string;
}

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
