import { ACCOUNT_COUNTRIES, type CountryCode, isCountryCode } from '../../../domain/countries.ts';

/** The countries that the account's forms offer (rules/checkout 10). */
export function accountCountries(saved: string | undefined): readonly CountryCode[] {
  if (saved === undefined || !isCountryCode(saved) || ACCOUNT_COUNTRIES.includes(saved)) return ACCOUNT_COUNTRIES;
  return [...ACCOUNT_COUNTRIES, saved];
}
