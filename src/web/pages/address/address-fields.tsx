import { useFormContext, useWatch } from 'react-hook-form';
import { COUNTRIES, type CountryCode, country as countryOf, isCountryCode } from '../../../domain/countries.ts';
import { FieldRow, SelectField, TextField } from '../../ui/field.tsx';
import type { AddressFormValues } from './address-form.ts';

interface AddressFieldsProps {
  readonly countries: readonly CountryCode[];
  readonly withName?: boolean;
  /** The section of the browser's autofill. */
  readonly section?: 'shipping' | 'billing';
}

export function AddressFields({ countries, withName = true, section = 'shipping' }: AddressFieldsProps) {
  const { register, formState } = useFormContext<AddressFormValues>();
  const chosen = useWatch<AddressFormValues, 'country'>({ name: 'country' });
  const { stateLabel, postalCode } = countryOf(isCountryCode(chosen) ? chosen : 'OTHER');
  const errorOf = (field: keyof AddressFormValues) => formState.errors[field]?.message;

  return (
    <>
      {withName && (
        <TextField
          label="Full name"
          autoComplete={`${section} name`}
          required
          error={errorOf('fullName')}
          {...register('fullName')}
        />
      )}
      <SelectField
        label="Country"
        autoComplete={`${section} country`}
        required
        error={errorOf('country')}
        {...register('country')}
      >
        {countries.map((code) => (
          <option key={code} value={code}>
            {COUNTRIES[code].name}
          </option>
        ))}
      </SelectField>
      {chosen === 'OTHER' && (
        <TextField
          label="Which country?"
          autoComplete={`${section} country-name`}
          required
          error={errorOf('countryName')}
          {...register('countryName')}
        />
      )}
      <TextField
        label="Street address"
        autoComplete={`${section} address-line1`}
        required
        error={errorOf('addressLine1')}
        {...register('addressLine1')}
      />
      <TextField
        label="Apartment, suite, floor"
        optional
        autoComplete={`${section} address-line2`}
        error={errorOf('addressLine2')}
        {...register('addressLine2')}
      />
      <FieldRow>
        <TextField
          label="City"
          autoComplete={`${section} address-level2`}
          required
          error={errorOf('city')}
          {...register('city')}
        />
        <TextField
          label={stateLabel}
          autoComplete={`${section} address-level1`}
          required
          error={errorOf('stateProvince')}
          {...register('stateProvince')}
        />
        <TextField
          label={postalCode.label}
          hint={postalCode.hint}
          autoComplete={`${section} postal-code`}
          required
          error={errorOf('postalCode')}
          {...register('postalCode')}
        />
      </FieldRow>
    </>
  );
}
