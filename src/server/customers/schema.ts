import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { addressSearchText, placeOrder, profileSearchText } from './search-text.ts';
import { users } from '../identity/schema.ts';
import { createdAt, updatedAt, instant } from '../platform/db/columns.ts';

export interface Preferences {
  emailNotifications: boolean;
  /** Absent means true. */
  guideEmails?: boolean | undefined;
}

export const userProfiles = pgTable(
  'user_profiles',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => users.id),
    email: text('email').notNull(),
    fullName: text('full_name'),
    preferences: jsonb('preferences').$type<Preferences>().notNull(),
    stripeCustomerId: text('stripe_customer_id').unique('user_profiles_customer_key'),
    createdAt,
    updatedAt,
  },
  (t) => [
    index('user_profiles_search_idx').using('gin', sql`${profileSearchText(t)} gin_trgm_ops`),
    index('user_profiles_email_order_idx').on(sql`lower(${t.email})`, t.id),
    index('user_profiles_name_order_idx').on(sql`lower(coalesce(${t.fullName}, ''))`, t.id),
  ],
);

export const stoppedAddresses = pgTable('stopped_addresses', {
  addressHash: text('address_hash').primaryKey(),
  createdAt,
});

export const shippingAddresses = pgTable(
  'shipping_addresses',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').references(() => users.id),
    label: text('label').notNull(),
    fullName: text('full_name').notNull(),
    addressLine1: text('address_line_1').notNull(),
    addressLine2: text('address_line_2'),
    city: text('city').notNull(),
    stateProvince: text('state_province').notNull(),
    postalCode: text('postal_code').notNull(),
    country: text('country').notNull(),
    countryName: text('country_name'),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt,
    updatedAt,
  },
  (t) => [
    index('shipping_addresses_place_order_idx').on(placeOrder(t)),
    index('shipping_addresses_search_idx').using('gin', sql`${addressSearchText(t)} gin_trgm_ops`),
    index('shipping_addresses_country_idx').on(sql`upper(${t.country})`, sql`lower(${t.stateProvince})`),
    index('shipping_addresses_user_idx').on(t.userId, t.isDefault.desc(), t.createdAt),
    uniqueIndex('shipping_addresses_default_key')
      .on(t.userId)
      .where(sql`${t.isDefault}`),
    check(
      'shipping_addresses_country_check',
      sql`${t.country} ~ '^([A-Z]{2}|OTHER)$' and (${t.country} <> 'OTHER' or ${t.countryName} is not null)`,
    ),
  ],
);

export interface FrozenAddress {
  fullName: string;
  addressLine1: string;
  addressLine2: string | null;
  city: string;
  stateProvince: string;
  postalCode: string;
  country: string;
  countryName: string | null;
}

/** Addresses before a change, stored by a trigger. A late freeze uses the address that was valid at its instant. */
export const addressVersions = pgTable(
  'address_versions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    addressId: uuid('address_id')
      .notNull()
      .references(() => shippingAddresses.id, { onDelete: 'cascade' }),
    address: jsonb('address').$type<FrozenAddress>().notNull(),
    validUntil: instant('valid_until').notNull(),
  },
  (t) => [index('address_versions_until_idx').on(t.validUntil), index('address_versions_address_idx').on(t.addressId)],
);

/** Tags that operators give. The customer sees them only in the export of their data. */
export const customerTags = pgTable(
  'customer_tags',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tag: text('tag').notNull(),
    operator: text('operator').notNull(),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.userId, t.tag] }), index('customer_tags_tag_idx').on(t.tag, t.userId)],
);

export const customerNotes = pgTable(
  'customer_notes',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    operator: text('operator').notNull(),
    createdAt,
  },
  (t) => [index('customer_notes_user_idx').on(t.userId, t.createdAt, t.id)],
);
