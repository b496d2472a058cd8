import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useForm, useFormContext, useWatch } from 'react-hook-form';
import { type AddressReply, createAddress } from '../../../contract/addresses.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { AppBackLink } from '../../app/links.tsx';
import { call } from '../../app/api.ts';
import { Form } from '../../app/forms.tsx';
import { addressesQuery, queryClient } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { FailureBoard } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/field.tsx';
import type { User } from '../../app/session.ts';
import { AddressFields } from '../address/address-fields.tsx';
import {
  ADDRESS_FIELDS,
  addressForm,
  type AddressFormValues,
  addressTitle,
  EMPTY_ADDRESS,
  isSameAddress,
  toFormValues,
} from '../address/address-form.ts';
import { chosenPlan } from './chosen-plan.ts';
import { CheckoutLayout, SEASON_STEPS } from './checkout-layout.tsx';
import { type ShippingDraft, shippingDraft } from './shipping-draft.ts';

const route = getRouteApi('/signed-in/shipping');

export function ShippingPage() {
  const { season } = route.useRouteContext();
  const { address } = route.useSearch();
  return (
    <CheckoutLayout
      steps={{ current: 2, names: SEASON_STEPS }}
      title="Where Shall We Send It?"
      lead="A door, a letter box, a floorboard with some give. Wherever you read your post."
      back={
        <AppBackLink to={APP_PATHS.seasonSelection} search={{ season: season.id, plan: chosenPlan() }}>
          Back
        </AppBackLink>
      }
      aside={{ onPhone: 'below', content: <PostalNotes /> }}
    >
      <Sheet title="Delivery address">
        <ShippingForm key={address} asked={address} />
      </Sheet>
    </CheckoutLayout>
  );
}

/** rules/checkout 8. */
function PostalNotes() {
  return (
    <Sheet title="What the postman tells us" edge="airmail">
      <DefinitionList
        items={[
          { term: 'Shipping', detail: 'Free, wherever it goes' },
          { term: 'Within the United States', detail: '2-5 days after it leaves us' },
          { term: 'Everywhere else', detail: '2-4 weeks for the first letter, up to 6 weeks for the rest' },
          { term: 'If you move', detail: 'Tell us under Profile. The page names the first letter that follows you.' },
        ]}
      />
    </Sheet>
  );
}

function ShippingForm({ asked }: { readonly asked: string | undefined }) {
  const { user } = route.useRouteContext();
  const addresses = route.useLoaderData();
  const draft = shippingDraft(user.id);
  const form = useForm({
    resolver: zodResolver(addressForm),
    defaultValues: startingValues(addresses, asked, draft.read()) ?? firstAddress(user),
  });
  const save = useSaveAddress(user.id, asked);

  return (
    <Form
      form={form}
      save={save}
      fields={ADDRESS_FIELDS}
      onChange={() => draft.store({ address: asked ?? null, values: form.getValues() })}
    >
      <FailureBoard text={save.isError ? 'Failed to save shipping address. Please try again.' : null} />
      {addresses.length > 0 && <SavedAddressesField addresses={addresses} />}
      <AddressFields />
      <Button type="submit" busy={save.isPending}>
        Continue to Payment
      </Button>
    </Form>
  );
}

/** A name given at Google is not typed again (rules/accounts 44). */
function firstAddress({ user_metadata: { full_name: name } }: User): AddressFormValues {
  return { ...EMPTY_ADDRESS, fullName: typeof name === 'string' ? name : '' };
}

/** The draft, unless another address is asked for; else the one asked for, saved last, or the default one. */
function startingValues(
  addresses: readonly AddressReply[],
  asked: string | undefined,
  draft: ShippingDraft | null,
): AddressFormValues | null {
  const isDraftAsked = asked === undefined || draft?.address === asked;
  if (draft?.values && isDraftAsked) return draft.values;
  const wanted = asked ?? draft?.address;
  const saved = addresses.find(({ id }) => id === wanted) ?? addresses[0];
  return saved === undefined ? null : toFormValues(saved);
}

/** @param asked the address that was on its way to the payment before; a correction stays in its row */
function useSaveAddress(userId: string, asked: string | undefined) {
  const navigate = route.useNavigate();
  const { season } = route.useRouteContext();
  const { another } = route.useSearch();
  return useMutation({
    mutationFn: (values: AddressFormValues) => {
      const replaces = asked ?? shippingDraft(userId).read()?.address ?? undefined;
      return call(createAddress, { body: { ...values, replaces } });
    },
    onSuccess: async (saved) => {
      shippingDraft(userId).store({ address: saved.id, values: null });
      // The payment step looks the address up among these.
      queryClient.setQueryData(addressesQuery.queryKey, (known) => known && withSaved(known, saved));
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

function SavedAddressesField({ addresses }: { readonly addresses: readonly AddressReply[] }) {
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
