import { COUNTRIES, isCountryCode } from '../../../domain/countries.ts';
import type { AddressLines } from './address-form.ts';
import styles from './postal-address.module.css';

/** An address as it will stand on the envelope. */
export function PostalAddress({ address }: { readonly address: AddressLines }) {
  const lines = [
    address.fullName,
    address.addressLine1,
    address.addressLine2,
    `${address.city}, ${address.stateProvince} ${address.postalCode}`,
    countryLine(address),
  ].filter((line) => line !== null);
  return (
    <address className={styles.address}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}

function countryLine({ country, countryName }: AddressLines): string {
  if (countryName !== null) return countryName;
  return isCountryCode(country) ? COUNTRIES[country].name : country;
}
