import { useFormContext, useWatch } from 'react-hook-form';
import { COUNTRIES, country as countryOf, GIFT_COUNTRIES, isCountryCode } from '../../../domain/countries.ts';
import { fieldsOf } from '../../app/forms.tsx';
import { FieldRow, SelectField, TextField } from '../../ui/field.tsx';
import type { MailingFormValues } from './gift-form-values.ts';

interface WithMailingAddress {
  readonly mailingAddress: MailingFormValues;
}

/** The browser checks for missing lines (rules/gifts 5), and must not offer the giver's own address. */
export function MailingAddressFields() {
  const field = fieldsOf(useFormContext<WithMailingAddress>());
  const chosen = useWatch<WithMailingAddress, 'mailingAddress.country'>({ name: 'mailingAddress.country' });
  const { stateLabel, postalCode } = countryOf(isCountryCode(chosen) ? chosen : 'US');
  const wired = (line: keyof MailingFormValues) => ({ autoComplete: 'off', ...field(`mailingAddress.${line}`) });
  return (
    <>
      <TextField label="Full name on package" required {...wired('fullName')} />
      <TextField label="Address line 1" required {...wired('addressLine1')} />
      <TextField label="Address line 2" optional {...wired('addressLine2')} />
      <FieldRow>
        <TextField label="City" required {...wired('city')} />
        {stateLabel !== null && <TextField label={stateLabel} required {...wired('state')} />}
        <TextField label={postalCode.label} required {...wired('postalCode')} />
      </FieldRow>
      <SelectField label="Country" required {...wired('country')}>
        {GIFT_COUNTRIES.map((code) => (
          <option key={code} value={code}>
            {COUNTRIES[code].name}
          </option>
        ))}
      </SelectField>
    </>
  );
}
