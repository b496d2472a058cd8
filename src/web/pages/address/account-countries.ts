import { ACCOUNT_COUNTRIES, type CountryCode, isCountryCode } from '../../../domain/countries.ts';

/** PRODUCT, Countries: the account offers 15, and the saved country when it is another. */
export function accountCountries(saved: string | undefined): readonly CountryCode[] {
  if (saved === undefined || !isCountryCode(saved) || ACCOUNT_COUNTRIES.includes(saved)) return ACCOUNT_COUNTRIES;
  return [...ACCOUNT_COUNTRIES, saved];
}
