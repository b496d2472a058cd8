import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import {
  createPromotion,
  deactivatePromotion,
  listPromotions,
  type PromotionReply,
} from '../../../contract/operator/desk.ts';
import { CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { formatUsd } from '../../../domain/money.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { call } from '../../app/api.ts';
import { pagesOf } from '../../app/paged-list.tsx';
import { fieldsOf, Form } from '../../app/forms.tsx';
import { DialogChoice } from '../../ui/dialog.tsx';
import { FieldRow, SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ActionBoard, ConfirmButton, QuestionButton, useOperatorMutation } from './parts/action-button.tsx';
import { ListSheet } from './parts/pages.tsx';
import { May, useMay } from './parts/role.tsx';
import { counted, dayInWords, withCommas } from './parts/words.ts';
import { Entry } from './parts/entry.tsx';

export function PromotionsPage() {
  const may = useMay();
  return (
    <>
      <h1>Promotions</h1>
      {may('listPromotionFigures') && (
        <p>
          <Link to={CONSOLE_PATHS.figures} hash="promotion-codes">
            Compare the codes in Figures
          </Link>
        </p>
      )}
      <ActionBoard>
        <ListSheet
          title="Codes, newest first"
          aside={
            <May call="createPromotion">
              <ConfirmButton label="New Code" title="A new promotion code">
                {(close) => <PromotionForm onClose={close} />}
              </ConfirmButton>
            </May>
          }
          query={pagesOf(listPromotions)}
          label="Fetching the codes"
          empty="There are no codes. Everybody pays in full."
        >
          {(promotion) => <Promotion {...promotion} />}
        </ListSheet>
      </ActionBoard>
    </>
  );
}

function Promotion(promotion: PromotionReply) {
  const may = useMay();
  const { id, code, active, expiresAt } = promotion;
  const until = expiresAt === null ? null : `Last day ${lastDayInWords(expiresAt)}`;
  return (
    <Entry
      title={code}
      notes={[discountInWords(promotion), boughtInWords(promotion), until, ...promotion.restrictions]}
      mark={active ? 'in use' : 'out of use'}
    >
      {active && may('deactivatePromotion') && (
        <QuestionButton
          label="End"
          about={code}
          variant="quiet"
          title={`End ${code}?`}
          yes="End It"
          mutation={() => call(deactivatePromotion, { params: { id } })}
          said={`${code} is out of use.`}
        >
          <p>Nobody can enter it any more. Discounts already given stay.</p>
        </QuestionButton>
      )}
    </Entry>
  );
}

/** A code expires at the midnight after its last day. */
function lastDayInWords(expiresAt: string): string {
  return dayInWords(newYorkDate(new Date(new Date(expiresAt).getTime() - 1)));
}

function boughtInWords({ bought, redeemed, maxRedemptions }: PromotionReply): string {
  const most = maxRedemptions === null ? '' : ` of ${maxRedemptions.toLocaleString('en-US')}`;
  if (bought === null) return `used ${redeemed.toLocaleString('en-US')}${most} times`;
  const { uses, ofThreeMonths, keptPercent, netCents } = bought;
  if (uses === 0) return `used 0${most} times`;
  const kept =
    keptPercent === null ? '' : `, ${keptPercent.toFixed(1)}% of ${withCommas(ofThreeMonths)} stayed three months`;
  return `used ${uses.toLocaleString('en-US')}${most} times, ${formatUsd(netCents)} paid, less refunds and lost disputes${kept}`;
}

function discountInWords({ percentOff, duration, months }: PromotionReply): string {
  const long = {
    once: 'off the first charge',
    forever: 'off every charge',
    repeating: `off for ${counted(months ?? 0, 'month')}`,
  };
  return `${percentOff}% ${long[duration]}`;
}

interface Values {
  readonly code: string;
  readonly percentOff: string;
  readonly duration: 'once' | 'repeating' | 'forever';
  readonly months: string;
  readonly maxRedemptions: string;
  readonly lastDay: string;
}

const BLANK: Values = { code: '', percentOff: '20', duration: 'once', months: '', maxRedemptions: '', lastDay: '' };
const FIELDS = ['code', 'percentOff', 'duration', 'months', 'maxRedemptions', 'lastDay'] as const;

function PromotionForm({ onClose }: { readonly onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: BLANK });
  const field = fieldsOf(form);
  // One opened form makes only one code, however often the button is pressed.
  const [key] = useState(() => crypto.randomUUID());
  const create = useOperatorMutation((values: Values) => call(createPromotion, { body: { key, ...bodyOf(values) } }), {
    onClose,
    said: ({ code }) => `${code} is good from now on.`,
  });
  const repeating = useWatch({ control: form.control, name: 'duration' }) === 'repeating';

  return (
    <Form form={form} save={create} fields={FIELDS}>
      {create.isError && <Notice tone="error">{create.error.message}</Notice>}
      <TextField label="Code" autoComplete="off" hint="Letters and figures, as a reader types it." {...field('code')} />
      <FieldRow>
        <TextField label="Percent off" inputMode="decimal" {...field('percentOff')} />
        <SelectField label="For how long" {...field('duration')}>
          <option value="once">The first charge</option>
          <option value="repeating">Some months</option>
          <option value="forever">Every charge</option>
        </SelectField>
      </FieldRow>
      {repeating && <TextField label="Months" inputMode="numeric" {...field('months')} />}
      <FieldRow>
        <TextField label="Times it can be used" optional inputMode="numeric" {...field('maxRedemptions')} />
        <TextField label="Last day" optional type="date" {...field('lastDay')} />
      </FieldRow>
      <DialogChoice yes="Make It" no="Not now" busy={create.isPending} onNo={onClose} />
    </Form>
  );
}

function bodyOf({ code, percentOff, duration, months, maxRedemptions, lastDay }: Values) {
  return {
    code,
    percentOff: Number(percentOff),
    duration,
    months: duration === 'repeating' ? Number(months) : null,
    maxRedemptions: maxRedemptions === '' ? null : Number(maxRedemptions),
    lastDay: lastDay === '' ? null : lastDay,
  };
}
