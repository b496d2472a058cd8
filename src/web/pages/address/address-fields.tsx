import { useFormContext, useWatch } from 'react-hook-form';
import {
  ACCOUNT_COUNTRIES,
  COUNTRIES,
  type CountryCode,
  country as countryOf,
  isCountryCode,
} from '../../../domain/countries.ts';
import { fieldsOf } from '../../app/forms.tsx';
import { FieldRow, SelectField, TextField } from '../../ui/field.tsx';
import type { AddressFormValues } from './address-form.ts';

/** The countries that the account's forms offer (rules/checkout 10). */
export function accountCountries(saved: string | undefined): readonly CountryCode[] {
  if (saved === undefined || !isCountryCode(saved) || ACCOUNT_COUNTRIES.includes(saved)) return ACCOUNT_COUNTRIES;
  return [...ACCOUNT_COUNTRIES, saved];
}

interface AddressFieldsProps {
  readonly countries: readonly CountryCode[];
  readonly withName?: boolean;
  /** The section of the browser's autofill. */
  readonly section?: 'shipping' | 'billing';
}

export function AddressFields({ countries, withName = true, section = 'shipping' }: AddressFieldsProps) {
  const field = fieldsOf(useFormContext<AddressFormValues>());
  const chosen = useWatch<AddressFormValues, 'country'>({ name: 'country' });
  const { stateLabel, postalCode } = countryOf(isCountryCode(chosen) ? chosen : 'OTHER');
  const wired = (name: keyof AddressFormValues, autoComplete: string) => ({
    autoComplete: `${section} ${autoComplete}`,
    ...field(name),
  });
  return (
    <>
      {withName && <TextField label="Full name" required {...wired('fullName', 'name')} />}
      <SelectField label="Country" required {...wired('country', 'country')}>
        {countries.map((code) => (
          <option key={code} value={code}>
            {COUNTRIES[code].name}
          </option>
        ))}
      </SelectField>
      {chosen === 'OTHER' && <TextField label="Which country?" required {...wired('countryName', 'country-name')} />}
      <TextField label="Street address" required {...wired('addressLine1', 'address-line1')} />
      <TextField label="Apartment, suite, floor" optional {...wired('addressLine2', 'address-line2')} />
      <FieldRow>
        <TextField label="City" required {...wired('city', 'address-level2')} />
        <TextField label={stateLabel} required {...wired('stateProvince', 'address-level1')} />
        <TextField label={postalCode.label} hint={postalCode.hint} required {...wired('postalCode', 'postal-code')} />
      </FieldRow>
    </>
  );
}
