import styles from './skeleton.module.css';

export function Skeleton({ label, lines = 3 }: { readonly label: string; readonly lines?: number | undefined }) {
  return (
    <output className={styles.skeleton} aria-label={label} aria-busy="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </output>
  );
}
