import { useId } from 'react';
import styles from './progress.module.css';

interface LettersProgressProps {
  readonly lettersReceived: number;
  readonly totalLetters: number;
  readonly of?: string;
}

interface ProgressProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly children: string;
}

export function LettersProgress({ lettersReceived, totalLetters, of = 'letters received' }: LettersProgressProps) {
  return (
    <Progress label="Letters received" value={lettersReceived} max={totalLetters}>
      {`${lettersReceived} of ${totalLetters} ${of}`}
    </Progress>
  );
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
        {`${percent}%`}
      </progress>
      <p className={styles.figures}>
        <span>{children}</span>
        <span>{`${percent}% complete`}</span>
      </p>
    </div>
  );
}
