import styles from './skeleton.module.css';

/** Ruled lines where text will be. `label` tells a screen reader what is being fetched. */
export function Skeleton({ label, lines = 3 }: { readonly label: string; readonly lines?: number }) {
  return (
    <output className={styles.skeleton} aria-label={label} aria-busy="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </output>
  );
}
