import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuthServer, Browser } from '../../../../test/server/auth-server.ts';
import { type GoogleVisits, openGoogleVisits } from '../../../../test/clients/google-visits.ts';
import { serviceToken } from './access-tokens.ts';
import { users } from '../schema.ts';

const PASSWORD = 'a murder of quiet crows';
const NEXT = 'an unkindness of ravens';
let visits: GoogleVisits;
let server: AuthServer;
let browser: Browser;
let email: string;
let accounts = 0;

beforeAll(async () => {
  visits = await openGoogleVisits({ AUTH_AUTOCONFIRM: '1' });
  ({ server } = visits);
});
afterEach(() => server.resetLimits());
afterAll(() => visits.close());
beforeEach(async () => {
  email = `person${++accounts}@example.com`;
  browser = server.browser();
  await browser.signUp({ email, password: PASSWORD });
});

async function changePassword(): Promise<void> {
  expect((await browser.updateUser({ password: NEXT, current_password: PASSWORD })).error).toBeNull();
}

async function changeByOperator(): Promise<void> {
  const { data } = await browser.getUser();
  const headers = { Authorization: `Bearer ${await serviceToken(server.ctx, 'service_role')}` };
  const answer = await server.call('PUT', `/admin/users/${data.user?.id}`, { body: { password: NEXT }, headers });
  expect(answer.status).toBe(200);
}

async function signOut(scope: 'global' | 'others'): Promise<void> {
  expect((await browser.signOut({ scope })).error).toBeNull();
}

async function openRecoveryLink(): Promise<void> {
  await server.resetLimits();
  await server.browser().resetPasswordForEmail(email);
  await server.open(await server.linkTo(email));
}

async function resend(): Promise<void> {
  expect((await server.browser().resend({ type: 'email_change', email })).error).toBeNull();
}

describe('a code on its way to a browser of the PKCE flow', () => {
  it.each([
    ['a new password', changePassword],
    ['a new password by an operator', changeByOperator],
    ['signing out everywhere', () => signOut('global')],
    ['signing out everywhere else', () => signOut('others')],
    ['the next recovery link', openRecoveryLink],
  ])('is void after %s', async (_what, event) => {
    const elsewhere = server.browser('pkce');
    await elsewhere.resetPasswordForEmail(email);
    const code = (await server.open(await server.linkTo(email))).searchParams.get('code') ?? '';
    await event();
    const { error } = await elsewhere.exchangeCodeForSession(code);
    expect(error).toMatchObject({ status: 404, code: 'flow_state_not_found' });
  });
});

describe('a code got through a Google account', () => {
  it('is void once that account is disconnected', async () => {
    const elsewhere = server.browser('pkce');
    const arrived = await visits.signIn({ email, name: 'Agatha Mill', verified: 'on', hosted: 'on' }, elsewhere);
    const google = (await browser.getUserIdentities()).data?.identities.find(({ provider }) => provider === 'google');
    if (!google) throw new Error('no identity');
    expect((await browser.unlinkIdentity(google)).error).toBeNull();
    const { error } = await elsewhere.exchangeCodeForSession(arrived.searchParams.get('code') ?? '');
    expect(error).toMatchObject({ status: 404, code: 'flow_state_not_found' });
  });
});

describe('a change of address that was asked for', () => {
  let newEmail: string;
  beforeEach(async () => {
    newEmail = `new-${email}`;
    await browser.updateUser({ email: newEmail });
    await server.resetLimits();
  });

  async function emailsOfChange(): Promise<number> {
    const addressed = (await server.emails()).filter(({ recipient }) => [email, newEmail].includes(recipient));
    return addressed.filter(({ kind }) => kind.startsWith('email-change-')).length;
  }

  it.each([
    ['a new password', changePassword],
    ['a new password by an operator', changeByOperator],
    ['a recovery link', openRecoveryLink],
  ])('is forgotten after %s, and no one can have its links sent again', async (_what, event) => {
    expect((await browser.getUser()).data.user?.new_email).toBe(newEmail);
    await event();
    const [row] = await server.ctx.db.select().from(users).where(eq(users.email, email));
    expect(row).toMatchObject({ newEmail: null, emailChangeConfirmStatus: 0 });
    await server.resetLimits();
    await resend();
    expect(await emailsOfChange()).toBe(2);
  });

  it('is shown and emailed again as long as its links live, and no longer', async () => {
    await resend();
    expect(await emailsOfChange()).toBe(4);
    server.clock.advance(24 * 3600 + 1);
    await server.resetLimits();
    await resend();
    expect(await emailsOfChange()).toBe(4);
    await browser.refreshSession();
    expect((await browser.getUser()).data.user?.new_email).toBeUndefined();
    server.clock.advance(-24 * 3600 - 1);
  });
});
