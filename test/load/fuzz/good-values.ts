import * as fc from 'fast-check';
import * as z from 'zod/mini';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { addDays, newYorkDate } from '../../../src/domain/calendar-date.ts';
import { HARBOR_ADDRESS } from '../../builders/addresses.ts';
import { giftForm } from '../../builders/gifts.ts';
import type { Shopper } from '../../clients/shopper.ts';

type Schema = z.core.JSONSchema.BaseSchema;
type Fields = Readonly<Record<string, unknown>>;

const TODAY = newYorkDate(new Date());

/** Values that both the contract and the shop accept, by field name. */
const KNOWN_FIELDS: Fields = {
  ...HARBOR_ADDRESS,
  ...giftForm(TODAY),
  address: HARBOR_ADDRESS,
  batch: 1,
  countries: ['CA'],
  day: '2027-12-24',
  days: 30,
  fromLetter: 3,
  letter: 2,
  nominalOn: '2026-12-11',
  oneOunceCents: 175,
  on: '2026-11-27',
  password: 'never-the-right-one',
  percentOff: 20,
  preferences: { emailNotifications: true },
  promoCode: 'LETTER20',
  resumeOn: addDays(TODAY, 60),
  toLetter: 4,
  twoOuncesCents: 260,
  validFrom: '2027-01-18',
  zone: 'Canada',
};

/** Values that depend on the user. */
const OWN_FIELDS: Readonly<Record<string, (user: Shopper) => object | Promise<object>>> = {
  createStripeSubscription: (user) => user.order(),
  settleCheckout: (user) => user.submit(),
  getPaymentMethod: (user) => user.submit(),
  sendWelcomeEmail: ({ email }) => ({ to: email }),
};

/** A body such as the endpoint would accept, or nearly; null where it takes none. */
export async function goodBody(
  name: string,
  { body }: Endpoint,
  user: Shopper,
): Promise<Record<string, unknown> | null> {
  if (body === undefined) return null;
  return goodValue(body, { ...(await OWN_FIELDS[name]?.(user)) }) as Record<string, unknown>;
}

/** A value that the contract's schema accepts, with `fields` where the schema has them. */
export function goodValue(schema: z.ZodMiniType | undefined, fields: Fields = {}): unknown {
  if (schema === undefined) return {};
  return valueOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), { ...KNOWN_FIELDS, ...fields });
}

function valueOf(schema: Schema, fields: Fields): unknown {
  const [first] = schema.oneOf ?? schema.anyOf ?? schema.enum ?? [];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return first;
  if (first !== undefined) return valueOf(first as Schema, fields);
  if (schema.type === 'object') return objectOf(schema, fields);
  if (schema.type === 'array') return [valueOf(schema.items as Schema, fields)];
  if (schema.type === 'boolean') return true;
  if (schema.type !== 'string') return schema.minimum ?? 1;
  if (schema.pattern === undefined) return 'Last seen at sea.'.slice(0, schema.maxLength);
  return fc.sample(fc.stringMatching(new RegExp(schema.pattern)), { numRuns: 1, seed: 1957 })[0];
}

/** All required fields, and all fields with a known value. */
function objectOf({ properties = {}, required = [] }: Schema, fields: Fields): Record<string, unknown> {
  const asked = Object.entries(properties).filter(([name]) => required.includes(name) || fields[name] !== undefined);
  return Object.fromEntries(
    asked.map(([name, schema]) => {
      const known = fields[name] ?? valueOf(schema as Schema, fields);
      return [name, (schema as Schema).type === 'string' ? String(known) : known];
    }),
  );
}
