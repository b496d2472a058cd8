import { useFormContext, useWatch } from 'react-hook-form';
import type { AddressReply } from '../../../contract/addresses.ts';
import { SelectField } from '../../ui/field.tsx';
import { type AddressFormValues, addressTitle, isSameAddress, toFormValues } from './address-form.ts';

const NEW_ADDRESS = '';

export function SavedAddressesField({ addresses }: { readonly addresses: readonly AddressReply[] }) {
  const { reset } = useFormContext<AddressFormValues>();
  const values = useWatch<AddressFormValues>() as AddressFormValues;
  const chosen = addresses.find((address) => isSameAddress(toFormValues(address), values));

  const fill = (id: string) => reset(toFormValues(addresses.find((candidate) => candidate.id === id) ?? null));
  return (
    <SelectField
      label="Addresses you have given us"
      value={chosen?.id ?? NEW_ADDRESS}
      onChange={(event) => fill(event.target.value)}
    >
      {addresses.map((address) => (
        <option key={address.id} value={address.id}>
          {addressTitle(address)}
        </option>
      ))}
      <option value={NEW_ADDRESS}>A different address</option>
    </SelectField>
  );
}
