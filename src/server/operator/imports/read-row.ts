import * as z from 'zod/mini';
import { email, requiredText, text } from '../../../contract/fields.ts';
import { planType } from '../../../contract/checkout.ts';
import type { ImportColumn } from '../../../contract/operator/imports.ts';
import { type Address, type AddressField, validateAddress } from '../../../domain/address.ts';
import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  isCalendarDate,
  newYorkDate,
} from '../../../domain/calendar-date.ts';
import type { PlanType } from '../../../domain/plans.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';

export type Cells = Readonly<Partial<Record<ImportColumn, string>>>;

export interface ReadRow {
  readonly name: string;
  readonly email: string;
  readonly address: Address;
  readonly planType: PlanType;
  readonly lettersReceived: number;
  /** Null for a row with a Stripe subscription, since Stripe has the date. */
  readonly nextCharge: CalendarDate | null;
  readonly stripe: {
    readonly customerId: string;
    readonly subscriptionId: string;
    readonly paymentMethodId: string;
  } | null;
}

export type RowReading =
  | { readonly data: ReadRow; readonly problem: null }
  | { readonly data: null; readonly problem: string };

const MOST_LETTERS = LETTERS_PER_SEASON - 1;
const WHOLE_LETTERS = `must be a whole number from 0 to ${MOST_LETTERS}`;

const trimmed = z.string().check(z.overwrite((typed) => typed.trim()));

const cells = z.object({
  name: requiredText(100, 'is missing'),
  email,
  country: text(60),
  plan: z.pipe(z.string().check(z.overwrite((typed) => typed.trim().toLowerCase())), planType),
  letters_received: trimmed.check(z.regex(/^\d{1,2}$/, WHOLE_LETTERS)),
  stripe_customer_id: trimmed.check(z.regex(/^(cus_\w{3,250})?$/, 'isn’t a customer’s id, such as cus_123')),
  stripe_subscription_id: trimmed.check(z.regex(/^(sub_\w{3,250})?$/, 'isn’t a subscription’s id, such as sub_123')),
});

/** A row as it will be imported, or every reason why it can't be: 'plan: …; email: …'. */
export function readRow(typed: Cells, today: CalendarDate): RowReading {
  const parsed = cells.safeParse({ ...BLANK, ...typed });
  const problems = new Map<string, string>();
  for (const { path, message } of parsed.error?.issues ?? []) {
    const column = String(path[0]);
    problems.set(column, SAID[column] ?? message);
  }
  const address = validateAddress(addressOf(typed));
  if (!address.ok) {
    for (const [field, { message }] of Object.entries(address.problems)) {
      const column = COLUMN_OF[field as AddressField];
      if (!problems.has(column)) problems.set(column, typed[column]?.trim() ? message : 'is missing');
    }
  }
  const letters = Number(typed.letters_received);
  if (letters > MOST_LETTERS) problems.set('letters_received', WHOLE_LETTERS);
  const ids = [typed.stripe_customer_id?.trim() ?? '', typed.stripe_subscription_id?.trim() ?? ''] as const;
  if ((ids[0] === '') !== (ids[1] === '')) problems.set('stripe_subscription_id', 'give both Stripe ids or neither');
  const nextCharge = readDay(typed.next_charge ?? '', { optional: ids[1] !== '', today });
  if (typeof nextCharge === 'object' && nextCharge !== null) problems.set('next_charge', nextCharge.problem);
  if (!parsed.success || !address.ok || problems.size > 0) {
    return { data: null, problem: [...problems].map(([column, problem]) => `${column}: ${problem}`).join('; ') };
  }
  const { name, email: to, plan } = parsed.data;
  const stripe = ids[1] === '' ? null : { customerId: ids[0], subscriptionId: ids[1], paymentMethodId: '' };
  const data = {
    name,
    email: to,
    address: address.address,
    planType: plan,
    lettersReceived: letters,
    nextCharge: stripe === null && typeof nextCharge === 'string' ? nextCharge : null,
    stripe,
  };
  return { data, problem: null };
}

const BLANK = {
  name: '',
  email: '',
  country: '',
  plan: '',
  letters_received: '',
  stripe_customer_id: '',
  stripe_subscription_id: '',
} as const satisfies Cells;

/** Reasons worded for a file, where the usual text mentions a form. */
const SAID: Readonly<Record<string, string>> = {
  name: 'is missing or too long',
  email: 'isn’t an email address',
  plan: 'must be monthly or annual',
};

const COLUMN_OF: Readonly<Record<AddressField, ImportColumn>> = {
  fullName: 'name',
  addressLine1: 'address_line_1',
  addressLine2: 'address_line_2',
  city: 'city',
  stateProvince: 'state',
  postalCode: 'postal_code',
  country: 'country',
  countryName: 'country',
};

function addressOf(typed: Cells) {
  return {
    fullName: typed.name ?? '',
    addressLine1: typed.address_line_1 ?? '',
    addressLine2: typed.address_line_2 ?? null,
    city: typed.city ?? '',
    stateProvince: typed.state ?? '',
    postalCode: typed.postal_code ?? '',
    country: (typed.country ?? '').trim().toUpperCase(),
  };
}

/** As in exported lists. */
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function readDay(typed: string, { optional, today }: { readonly optional: boolean; readonly today: CalendarDate }) {
  const cell = typed.trim();
  const day = INSTANT.test(cell) && !Number.isNaN(Date.parse(cell)) ? newYorkDate(new Date(cell)) : cell;
  if (day === '' && optional) return null;
  if (!isCalendarDate(day)) return { problem: 'must be a day such as 2026-12-31' };
  if (optional) return calendarDate(day);
  if (day <= today) return { problem: 'must be after today, since nothing is paid for from that day on' };
  return day > addDays(addMonths(today, 12), 31) ? { problem: 'is more than a year ahead' } : calendarDate(day);
}
