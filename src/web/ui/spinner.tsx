import styles from './spinner.module.css';
import { Text } from './text.tsx';

/** With a `label`, screen readers announce it; without one it is decoration next to a text. */
export function Spinner({ label }: { readonly label?: string }) {
  const wheel = <span className={styles.wheel} aria-hidden="true" />;
  if (label === undefined) return wheel;
  return (
    <output className={styles.labelled}>
      {wheel}
      <Text>{label}</Text>
    </output>
  );
}
