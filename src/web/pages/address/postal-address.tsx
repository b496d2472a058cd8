import { envelopeLines, storedAddress } from '../../../domain/envelope.ts';
import type { AddressLines } from './address-form.ts';
import styles from './postal-address.module.css';

export function PostalAddress({ address }: { readonly address: AddressLines }) {
  return (
    <address className={styles.address} translate="no">
      {envelopeLines(storedAddress(address)).map((line, index) => (
        <span key={index}>{line}</span>
      ))}
    </address>
  );
}
