import { z } from 'zod';
import { invalidRequest, type StripeFailure } from './failure.ts';
import type { Form } from './form.ts';

export const text = z.string().min(1).max(5000);
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'integer')
  .transform(Number);
export const amount = integer.refine((value) => value >= 0, 'integer');
export const timestamp = amount;
export const percentage = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, 'decimal')
  .transform(Number)
  .refine((value) => value > 0 && value <= 100, 'decimal');
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const currency = z.literal('usd');

export function clearable<T extends z.ZodType>(schema: T) {
  return z.union([z.literal('').transform(() => null), schema]);
}

/** An empty value deletes its key, '' as a whole deletes all metadata. */
export const metadata = clearable(z.record(z.string().max(40), z.string().max(500))).optional();

export function mergeMetadata(
  current: Record<string, string>,
  change: Record<string, string> | null | undefined,
): Record<string, string> {
  if (change === null) return {};
  return Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== ''));
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

export function withoutUndefined<T extends object>(given: T): Given<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given<T>;
}

const addressLine = clearable(text).optional();
export const address = z.strictObject({
  city: addressLine,
  country: addressLine,
  line1: addressLine,
  line2: addressLine,
  postal_code: addressLine,
  state: addressLine,
});

const timeRange = z.strictObject({
  gt: timestamp.optional(),
  gte: timestamp.optional(),
  lt: timestamp.optional(),
  lte: timestamp.optional(),
});

export const listParams = {
  limit: integer.refine((value) => value >= 1 && value <= 100, 'integer').optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  created: z.union([timestamp, timeRange]).optional(),
};

/** @throws StripeFailure 400 naming the first parameter that is unknown, missing or malformed */
export function parseParams<T>(schema: z.ZodType<T>, form: Form): T {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (!issue) throw invalidRequest('Invalid parameters.');
  throw refusal(innermost(issue), form);
}

type Issue = z.core.$ZodIssue;

/** Shows the last alternative's issue, since the first only allows ''. */
function innermost(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.at(-1)?.[0];
  return inner ? innermost({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
}

function refusal(issue: Issue, form: Form): StripeFailure {
  if (issue.code === 'unrecognized_keys') return unknownParameter([...issue.path, issue.keys[0] ?? '']);
  const param = paramName(issue.path);
  const value = issue.path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)?.[key], form);
  if (value === undefined) {
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (value === '') {
    const message = `You passed an empty string for '${param}'. Empty values are not accepted for this parameter.`;
    return invalidRequest(message, { code: 'parameter_invalid_empty', param });
  }
  if (issue.message === 'integer') {
    return invalidRequest(`Invalid integer: ${JSON.stringify(value)}`, { code: 'parameter_invalid_integer', param });
  }
  return invalidRequest(`Invalid ${param}: ${JSON.stringify(value)}`, { param });
}

function unknownParameter(path: PropertyKey[]): StripeFailure {
  const param = paramName(path);
  if (param === 'payment_method_types') {
    // Since endive payment methods are chosen dynamically (rules/stripe-sandbox 2).
    const message = 'payment_method_types is no longer supported. Use allowed_payment_method_types instead.';
    return invalidRequest(message, { code: 'payment_method_types_no_longer_supported', param });
  }
  return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
}

function paramName([head, ...rest]: PropertyKey[]): string {
  return String(head ?? '') + rest.map((key) => `[${String(key)}]`).join('');
}
