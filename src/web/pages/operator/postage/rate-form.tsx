import { useForm } from 'react-hook-form';
import { type RateInput, type RateReply, savePostageRate } from '../../../../contract/operator/postage.ts';
import { call } from '../../../app/api.ts';
import { fieldsOf, Form } from '../../../app/forms.tsx';
import { CheckboxField } from '../../../ui/checkbox.tsx';
import { DialogChoice } from '../../../ui/dialog.tsx';
import { FieldRow, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useOperatorMutation } from '../parts/action-button.tsx';
import { dayInWords } from '../parts/words.ts';

interface Values {
  readonly zone: string;
  readonly countries: string;
  readonly validFrom: string;
  readonly oneOunceCents: string;
  readonly twoOuncesCents: string;
  readonly threeOuncesCents: string;
  readonly nonmachinableCents: string;
  readonly giftsNonmachinable: boolean;
}

const BLANK: Values = {
  zone: 'United States',
  countries: 'US',
  validFrom: '',
  oneOunceCents: '',
  twoOuncesCents: '',
  threeOuncesCents: '',
  nonmachinableCents: '',
  giftsNonmachinable: false,
};
const FIELDS = [
  'zone',
  'countries',
  'validFrom',
  'oneOunceCents',
  'twoOuncesCents',
  'threeOuncesCents',
  'nonmachinableCents',
] as const;

export function RateForm({ rate, onClose }: { readonly rate?: RateReply; readonly onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: rate === undefined ? BLANK : valuesOf(rate) });
  const field = fieldsOf(form);
  const save = useOperatorMutation((values: Values) => call(savePostageRate, { body: bodyOf(values) }), {
    onClose,
    said: ({ zone, validFrom }) => `${zone}: these rates hold from ${dayInWords(validFrom)}.`,
  });
  return (
    <Form form={form} save={save} fields={FIELDS}>
      {save.isError && <Notice tone="error">{save.error.message}</Notice>}
      <FieldRow>
        <TextField label="Zone" hint="A name of your own for these countries." {...field('zone')} />
        <TextField label="Holds from" type="date" {...field('validFrom')} />
      </FieldRow>
      <TextField
        label="Countries"
        optional
        autoComplete="off"
        hint="Codes, such as US or CA, GB. Nothing: every country abroad that no other zone names."
        {...field('countries')}
      />
      <FieldRow>
        <TextField label="1 ounce, in dollars" inputMode="decimal" {...field('oneOunceCents')} />
        <TextField label="2 ounces" optional inputMode="decimal" {...field('twoOuncesCents')} />
        <TextField label="3 ounces" optional inputMode="decimal" {...field('threeOuncesCents')} />
      </FieldRow>
      <TextField
        label="More for what machines cannot handle"
        optional
        inputMode="decimal"
        hint="Rigid or uneven envelopes."
        {...field('nonmachinableCents')}
      />
      <CheckboxField
        label="Gifts in their packaging pay that too"
        hint="A seal or a ribbon makes an envelope uneven."
        {...form.register('giftsNonmachinable')}
      />
      <DialogChoice yes="Save Them" no="Not now" busy={save.isPending} onNo={onClose} />
    </Form>
  );
}

function valuesOf(rate: RateReply): Values {
  return {
    zone: rate.zone,
    countries: rate.countries.join(', '),
    validFrom: rate.validFrom,
    oneOunceCents: inDollars(rate.oneOunceCents),
    twoOuncesCents: inDollars(rate.twoOuncesCents),
    threeOuncesCents: inDollars(rate.threeOuncesCents),
    nonmachinableCents: inDollars(rate.nonmachinableCents === 0 ? null : rate.nonmachinableCents),
    giftsNonmachinable: rate.giftsNonmachinable,
  };
}

function bodyOf(values: Values): RateInput {
  return {
    zone: values.zone,
    countries: values.countries.split(/[\s,]+/).filter(Boolean),
    validFrom: values.validFrom,
    oneOunceCents: inCents(values.oneOunceCents) ?? 0,
    twoOuncesCents: inCents(values.twoOuncesCents),
    threeOuncesCents: inCents(values.threeOuncesCents),
    nonmachinableCents: inCents(values.nonmachinableCents) ?? 0,
    giftsNonmachinable: values.giftsNonmachinable,
  };
}

function inDollars(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2);
}

/** The server refuses values that aren't numbers or whole cents. */
function inCents(dollars: string): number | null {
  const text = dollars.replace('$', '').trim();
  return text === '' ? null : Number((Number(text) * 100).toFixed(6));
}
