import { COUNTRIES, isCountryCode } from '../../../domain/countries.ts';
import type { AddressLines } from './address-form.ts';
import styles from './postal-address.module.css';

/** An address as it will stand on the envelope. */
export function PostalAddress({ address }: { readonly address: AddressLines }) {
  return (
    <address className={styles.address}>
      <span>{address.fullName}</span>
      <span>{address.addressLine1}</span>
      {address.addressLine2 !== null && <span>{address.addressLine2}</span>}
      <span>{`${address.city}, ${address.stateProvince} ${address.postalCode}`}</span>
      <span>{countryLine(address)}</span>
    </address>
  );
}

function countryLine({ country, countryName }: AddressLines): string {
  if (countryName !== null) return countryName;
  return isCountryCode(country) ? COUNTRIES[country].name : country;
}
