import styles from './console.module.css';

export function AddressLines({ lines }: { readonly lines: readonly string[] }) {
  return <span className={styles.lines}>{lines.join('\n')}</span>;
}
