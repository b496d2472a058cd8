import styles from './console.module.css';

/** An address as it stands on an envelope. */
export function AddressLines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <span className={styles.typed}>
      {lines.map((line, place) => (
        // The same line may come twice, and lines never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={place} className={styles.line}>
          {line}
        </span>
      ))}
    </span>
  );
}
