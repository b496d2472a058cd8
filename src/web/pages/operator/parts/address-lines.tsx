import styles from './console.module.css';

/** An address as it stands on an envelope. */
export function AddressLines({ lines }: { readonly lines: readonly string[] }) {
  return <span className={styles.lines}>{lines.join('\n')}</span>;
}
