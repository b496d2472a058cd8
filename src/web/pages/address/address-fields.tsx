import { useFormContext, useWatch } from 'react-hook-form';
import { COUNTRIES, country as countryOf, isCountryCode, SHIPPING_COUNTRIES } from '../../../domain/countries.ts';
import { fieldsOf } from '../../app/forms.tsx';
import { FieldRow, type FieldTexts, SelectField, TextField } from '../../ui/field.tsx';
import type { AddressFormValues } from './address-form.ts';

interface AddressFieldsProps {
  readonly withName?: boolean;
  readonly section?: 'shipping' | 'billing';
}

export function AddressFields({ withName = true, section = 'shipping' }: AddressFieldsProps) {
  const field = fieldsOf(useFormContext<AddressFormValues>());
  const chosen = useWatch<AddressFormValues, 'country'>({ name: 'country' });
  const wired = (name: keyof AddressFormValues, autoComplete: string, judges: (keyof AddressFormValues)[] = []) => ({
    autoComplete: `${section} ${autoComplete}`,
    ...field(name, judges),
  });
  return (
    <>
      {withName && <TextField label="Full name" required {...wired('fullName', 'name')} />}
      <SelectField label="Country" required {...wired('country', 'country', [...JUDGED_BY_COUNTRY])}>
        {SHIPPING_COUNTRIES.map((code) => (
          <option key={code} value={code}>
            {COUNTRIES[code].name}
          </option>
        ))}
      </SelectField>
      {chosen === 'OTHER' && <TextField label="Which country?" required {...wired('countryName', 'country-name')} />}
      <TextField label="Street address" required {...wired('addressLine1', 'address-line1')} />
      <TextField label="Apartment, suite, floor" optional {...wired('addressLine2', 'address-line2')} />
      <FieldRow>
        {belowTheStreet(chosen).map(({ name, autoComplete, ...texts }) => (
          <TextField key={name} required={texts.optional !== true} {...texts} {...wired(name, autoComplete)} />
        ))}
      </FieldRow>
    </>
  );
}

const JUDGED_BY_COUNTRY = ['city', 'stateProvince', 'postalCode'] as const;

interface Line extends Pick<FieldTexts, 'label' | 'hint' | 'optional'> {
  readonly name: (typeof JUDGED_BY_COUNTRY)[number];
  readonly autoComplete: string;
}

/** The address lines of the country, in its order (rules/checkout 36). */
function belowTheStreet(chosen: string): readonly Line[] {
  const code = isCountryCode(chosen) ? chosen : 'OTHER';
  const { lines, townLabel, stateLabel, stateOptional, postalCode } = countryOf(code);
  const asked: Readonly<Record<string, Line | null>> = {
    '%C': townLabel === null ? null : { name: 'city', label: townLabel, autoComplete: 'address-level2' },
    '%S':
      stateLabel === null
        ? null
        : { name: 'stateProvince', label: stateLabel, optional: stateOptional, autoComplete: 'address-level1' },
    '%Z': { name: 'postalCode', label: postalCode.label, hint: postalCode.hint, autoComplete: 'postal-code' },
  };
  const order = lines.join(' ').match(/%[CSZ]/g) ?? [];
  return order.map((part) => asked[part] ?? null).filter((line) => line !== null);
}
