import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type AddressReply, createAddress } from '../../../contract/addresses.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { unlessUnreachable } from '../../app/api-failure.ts';
import { call } from '../../app/api.ts';
import { Form } from '../../app/forms.tsx';
import { addressesQuery, cacheAnswer } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { FailureBoard } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { User } from '../../app/session.ts';
import { AddressFields } from '../address/address-fields.tsx';
import {
  ADDRESS_FIELDS,
  addressForm,
  type AddressFormValues,
  addressTitle,
  EMPTY_ADDRESS,
  toFormValues,
} from '../address/address-form.ts';
import { useAddressCheck, WHOLE_FORM } from '../address/address-check.tsx';
import { chosenPlan } from './chosen-plan.ts';
import { FurtherCopy, OwnedSeason, useOwnCopy } from './owned-season.tsx';
import { type ShippingDraft, shippingDraft } from './shipping-draft.ts';
import { ShippingLayout } from './shipping-layout.tsx';

const route = getRouteApi('/signed-in/shipping');

export function ShippingPage() {
  const { season } = route.useRouteContext();
  const { address, another } = route.useSearch();
  const copy = useOwnCopy(season);
  return (
    <ShippingLayout search={{ season: season.id, plan: chosenPlan() }}>
      {copy !== undefined && another === undefined ? (
        <OwnedSeason season={season} copy={copy} address={address} />
      ) : (
        <>
          {copy !== undefined && <FurtherCopy />}
          <Sheet title="Delivery address">
            <ShippingForm key={address} asked={address} />
          </Sheet>
        </>
      )}
    </ShippingLayout>
  );
}

function ShippingForm({ asked }: { readonly asked: string | undefined }) {
  const { user } = route.useRouteContext();
  const addresses = route.useLoaderData();
  const draft = shippingDraft(user.id);
  const [start] = useState(() => startOf(addresses, asked, draft.read()));
  const [corrects, setCorrects] = useState(start.corrects);
  // The form's change event follows the choice before React renders again.
  const chosen = useRef(start.corrects);
  const form = useForm({
    resolver: zodResolver(addressForm),
    defaultValues: start.values ?? firstAddress(user),
  });
  const save = useSaveAddress(user.id, corrects);
  const checked = useAddressCheck({ form, save, part: WHOLE_FORM });
  const remember = () => draft.store({ address: asked ?? null, corrects: chosen.current, values: form.getValues() });

  function choose(address: AddressReply | null): void {
    form.reset(toFormValues(address));
    chosen.current = address?.id ?? null;
    setCorrects(chosen.current);
  }

  return (
    <Form form={form} save={checked.save} fields={ADDRESS_FIELDS} onChange={remember}>
      <FailureBoard text={save.isError ? unlessUnreachable(save.error, NOT_SAVED) : null} />
      {addresses.length > 0 && <SavedAddressesField addresses={addresses} chosen={corrects} onChoose={choose} />}
      <AddressFields />
      {checked.question}
      <Button type="submit" busy={save.isPending || checked.isAsking}>
        Continue to Payment
      </Button>
    </Form>
  );
}

/** Fills in the name from Google (rules/accounts 44). */
function firstAddress({ user_metadata: { full_name: name } }: User): AddressFormValues {
  return { ...EMPTY_ADDRESS, fullName: typeof name === 'string' ? name : '' };
}

/**
 * The draft, unless the page was opened for another address; otherwise that address, the one saved last, or the
 * default.
 */
function startOf(
  addresses: readonly AddressReply[],
  asked: string | undefined,
  draft: ShippingDraft | null,
): Pick<ShippingDraft, 'corrects' | 'values'> {
  const isDraftAsked = asked === undefined || draft?.address === asked;
  if (draft?.values && isDraftAsked) {
    const corrects = addresses.find(({ id }) => id === draft.corrects)?.id ?? null;
    return { corrects, values: draft.values };
  }
  const wanted = asked ?? draft?.address;
  const saved = addresses.find(({ id }) => id === wanted) ?? addresses[0];
  return saved === undefined ? { corrects: null, values: null } : { corrects: saved.id, values: toFormValues(saved) };
}

/** @param corrects the saved address that a correction may change (rules/checkout 39) */
function useSaveAddress(userId: string, corrects: string | null) {
  const navigate = route.useNavigate();
  const { season } = route.useRouteContext();
  const { another } = route.useSearch();
  return useMutation({
    mutationFn: (values: AddressFormValues) =>
      call(createAddress, { body: { ...values, replaces: corrects ?? undefined } }),
    onSuccess: async (saved) => {
      shippingDraft(userId).store({ address: saved.id, corrects: saved.id, values: null });
      // The payment step finds the address in this list.
      cacheAnswer(addressesQuery, (known) => known && withSaved(known, saved));
      await navigate({
        to: APP_PATHS.payment,
        search: { season: season.id, address: saved.id, plan: chosenPlan(), another },
      });
    },
  });
}

function withSaved(known: readonly AddressReply[], saved: AddressReply): AddressReply[] {
  if (!known.some(({ id }) => id === saved.id)) return [...known, saved];
  return known.map((address) => (address.id === saved.id ? saved : address));
}

const NEW_ADDRESS = '';

interface SavedAddressesFieldProps {
  readonly addresses: readonly AddressReply[];
  readonly chosen: string | null;
  readonly onChoose: (address: AddressReply | null) => void;
}

function SavedAddressesField({ addresses, chosen, onChoose }: SavedAddressesFieldProps) {
  return (
    <SelectField
      label="Your addresses"
      hint={chosen === null ? NEW_HINT : CORRECTION_HINT}
      value={chosen ?? NEW_ADDRESS}
      onChange={(event) => onChoose(addresses.find(({ id }) => id === event.target.value) ?? null)}
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

const NOT_SAVED = 'Failed to save shipping address. Please try again.';

const CORRECTION_HINT =
  'If you edit this address, we change it in your account. If other letters already go to it, we keep it for them and save your edit as a new address.';
const NEW_HINT = 'We’ll add this address to your saved addresses.';
