import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminClient, type AdminClient } from '../../../../test/clients/admin-client.ts';
import { startAuthServer, type AuthServer } from '../../../../test/server/auth-server.ts';
import { shippingAddresses } from '../../customers/schema.ts';

const OWN = 'a murder of quiet crows';
const OPERATORS = 'an unkindness of ravens';
const STRANGERS = 'planted by a stranger';
const ADDRESS = {
  fullName: 'Agatha Mill',
  addressLine1: '1 Harbour Street',
  addressLine2: null,
  city: 'Portland',
  stateProvince: 'ME',
  postalCode: '04101',
  country: 'US',
  countryName: null,
};
let server: AuthServer;
let admin: AdminClient;
let email: string;
let users = 0;

beforeAll(async () => {
  server = await startAuthServer({ AUTH_AUTOCONFIRM: '0', AUTH_RATE_LIMIT_FACTOR: '100' });
  admin = await adminClient(server.ctx, server.url);
});
afterAll(() => server.close());
beforeEach(() => {
  email = `applicant${++users}@example.com`;
});

/** @returns the account's id */
async function apply(password = OWN): Promise<string> {
  const options = { data: { full_name: 'Agatha Mill', shipping_address: ADDRESS } };
  expect((await server.browser().signUp({ email, password, options })).error).toBeNull();
  await server.resetLimits();
  const { data } = await admin.listUsers();
  return data.users.find((user) => user.email === email)?.id ?? '';
}

async function change(id: string, changes: Parameters<typeof admin.updateUserById>[1]): Promise<void> {
  expect((await admin.updateUserById(id, changes)).error).toBeNull();
}

/** Requests the email again and opens its link. */
async function confirmAnew(): Promise<void> {
  await server.resetLimits();
  expect((await server.browser().resend({ type: 'signup', email })).error).toBeNull();
  expect((await server.open(await server.linkTo(email))).hash).toContain('access_token');
}

async function refusalOf(password: string): Promise<string | undefined> {
  return (await server.browser().signInWithPassword({ email, password })).error?.code;
}

async function streetsOf(userId: string): Promise<string[]> {
  const rows = await server.ctx.db.select().from(shippingAddresses).where(eq(shippingAddresses.userId, userId));
  return rows.map(({ addressLine1 }) => addressLine1);
}

describe('an email that is asked for again brings along', () => {
  it('the password with which an operator has made the account', async () => {
    expect((await admin.createUser({ email, password: OPERATORS })).error).toBeNull();
    expect(await refusalOf(OPERATORS)).toBe('email_not_confirmed');
    await confirmAnew();
    expect(await refusalOf(OPERATORS)).toBeUndefined();
  });

  it('the password that an operator has set meanwhile, and the address typed at sign-up', async () => {
    const id = await apply();
    const firstLink = await server.linkTo(email);
    await change(id, { password: OPERATORS });
    expect((await server.open(firstLink)).hash).toContain('otp_expired');
    await confirmAnew();
    expect([await refusalOf(OWN), await refusalOf(OPERATORS)]).toEqual(['invalid_credentials', undefined]);
    expect(await streetsOf(id)).toEqual(['1 Harbour Street']);
  });

  it('everything, when an operator has corrected the address, whose former owner is left with nothing', async () => {
    const id = await apply();
    const firstLink = await server.linkTo(email);
    email = `corrected-${email}`;
    await change(id, { email });
    expect((await server.open(firstLink)).hash).toContain('otp_expired');
    await confirmAnew();
    expect(await refusalOf(OWN)).toBeUndefined();
    expect(await streetsOf(id)).toEqual(['1 Harbour Street']);
  });
});

describe('an address that an operator confirms', () => {
  it('lets its applicant in, with the address typed at sign-up', async () => {
    const id = await apply();
    await change(id, { email_confirm: true });
    expect(await refusalOf(OWN)).toBeUndefined();
    expect(await streetsOf(id)).toEqual(['1 Harbour Street']);
  });

  it('has no one’s password or street where two users have applied', async () => {
    const id = await apply(STRANGERS);
    await apply(OWN);
    await change(id, { email_confirm: true });
    expect([await refusalOf(OWN), await refusalOf(STRANGERS)]).toEqual(['invalid_credentials', 'invalid_credentials']);
    expect(await streetsOf(id)).toEqual([]);
  });
});
