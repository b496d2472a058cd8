import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startAuthServer, type AuthServer, type Browser } from '../../../../test/server/auth-server.ts';
import {
  fragment,
  type GoogleVisits,
  openGoogleVisits,
  newGoogleUser,
} from '../../../../test/clients/google-visits.ts';
import { auditLog, users } from '../schema.ts';
import { userProfiles } from '../../customers/schema.ts';

const PASSWORD = 'a murder of quiet crows';
let server: AuthServer;
let visits: GoogleVisits;

beforeAll(async () => {
  visits = await openGoogleVisits();
  ({ server } = visits);
});
afterEach(() => server.resetLimits());
afterAll(() => visits.close());

async function arriveWith(url: URL): Promise<Browser> {
  const browser = server.browser();
  const { access_token = '', refresh_token = '' } = fragment(url);
  expect((await browser.setSession({ access_token, refresh_token })).error).toBeNull();
  return browser;
}

async function userOf(browser: Browser) {
  const { data } = await browser.getUser();
  if (!data.user) throw new Error('nobody is signed in');
  return data.user;
}

async function signUp(email: string, confirm: boolean): Promise<void> {
  await server.browser().signUp({ email, password: PASSWORD, options: { data: { full_name: 'From The Form' } } });
  if (confirm) await server.open(await server.linkTo(email));
  await server.resetLimits();
}

describe('sign-in with Google', () => {
  it('asks Google as the product wants it, with our own nonce and challenge', async () => {
    const page = new URL(await visits.consentPageFor(server.browser()));
    expect(page.origin).toBe(new URL(visits.google.url).origin);
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      prompt: 'select_account consent',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/.{20}/) as string,
      redirect_uri: `${server.url}/callback`,
    });
  });

  it('makes a new user of a new face, with profile and welcome email, and no token of Google’s in the address', async () => {
    const account = newGoogleUser();
    const url = await visits.signIn(account);
    expect(url.pathname).toBe('/auth/callback');
    expect(Object.keys(fragment(url))).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
    ]);
    const user = await userOf(await arriveWith(url));
    expect(user).toMatchObject({
      email: account.email,
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { full_name: 'Agatha Mill', email_verified: true },
    });
    expect(user.identities).toMatchObject([
      { provider: 'google', identity_data: { iss: visits.google.url, phone_verified: false } },
    ]);
    expect(await server.ctx.db.select().from(userProfiles).where(eq(userProfiles.id, user.id))).toMatchObject([
      { fullName: 'Agatha Mill' },
    ]);
    const kinds = (await server.emails())
      .filter(({ recipient }) => recipient === account.email)
      .map(({ kind }) => kind);
    expect(kinds).toEqual(['welcome']);
  });

  it('knows a returning user, even under another name', async () => {
    const user = newGoogleUser();
    const first = await userOf(await arriveWith(await visits.signIn(user)));
    const second = await userOf(await arriveWith(await visits.signIn({ ...user, name: 'Agatha Mill-Race' })));
    expect(second.id).toBe(first.id);
    expect(second.user_metadata['full_name']).toBe('Agatha Mill-Race');
    expect(
      decodeJwt((await (await arriveWith(await visits.signIn(user))).getSession()).data.session?.access_token ?? '')[
        'amr'
      ],
    ).toMatchObject([{ method: 'oauth' }]);
  });

  it('opens the account of the same verified address, keeps its password, and says so by email', async () => {
    const account = newGoogleUser();
    await signUp(account.email, true);
    const user = await userOf(await arriveWith(await visits.signIn(account)));
    expect(user.identities?.map(({ provider }) => provider).sort()).toEqual(['email', 'google']);
    expect(user.app_metadata.providers).toEqual(['email', 'google']);
    expect(
      (await server.browser().signInWithPassword({ email: account.email, password: PASSWORD })).data.user?.id,
    ).toBe(user.id);
    const emails = (await server.emails()).filter(({ recipient }) => recipient === account.email);
    expect(emails.at(-1)).toMatchObject({ kind: 'new-sign-in-method', data: { method: 'Google' } });
  });

  it('opens an account whose first password is told as a new way in, the second as a change', async () => {
    const user = newGoogleUser();
    const browser = await arriveWith(await visits.signIn(user));
    await browser.updateUser({ password: PASSWORD });
    await browser.updateUser({ password: `${PASSWORD}, again`, current_password: PASSWORD });
    const emails = (await server.emails()).filter(
      ({ recipient, kind }) => recipient === user.email && kind === 'password-changed',
    );
    expect(emails.map(({ data }) => data)).toMatchObject([{ isFirst: true }, { isFirst: false }]);
  });

  it('leaves nothing of the one who registered the address without confirming it', async () => {
    const account = newGoogleUser();
    await signUp(account.email, false);
    const user = await userOf(await arriveWith(await visits.signIn(account)));
    expect(user.identities?.map(({ provider }) => provider)).toEqual(['google']);
    expect(user.user_metadata['full_name']).toBe('Agatha Mill');
    const planted = await server.browser().signInWithPassword({ email: account.email, password: PASSWORD });
    expect(planted.error?.code).toBe('invalid_credentials');
    const link = (await server.emails()).find(
      ({ recipient, kind }) => recipient === account.email && kind === 'confirm-signup',
    );
    const late = await server.open(String(link?.data['confirmUrl']));
    expect(fragment(late)).toMatchObject({ error_code: 'otp_expired' });
  });

  it('asks for a confirmation of an address Google has not verified, and lets in after it', async () => {
    const { email, name } = newGoogleUser();
    const refused = await visits.signIn({ email, name });
    expect(fragment(refused)).toMatchObject({
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
    });
    expect(refused.searchParams.get('error_code')).toBe('provider_email_needs_verification');
    const [row] = await server.ctx.db.select().from(users).where(eq(users.email, email));
    expect(row?.confirmationSentAt).not.toBeNull();
    const log = await server.ctx.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.userId, row?.id ?? ''));
    expect(log.map(({ action }) => action).toSorted()).toEqual(['user_confirmation_requested', 'user_signedup']);
    await arriveWith(await server.open(await server.linkTo(email)));
    await arriveWith(await visits.signIn({ email, name }));
  });

  it('does not let an unverified address into another user’s account', async () => {
    const { email, name } = newGoogleUser();
    await signUp(email, true);
    expect(fragment(await visits.signIn({ email, name }))).toMatchObject({
      error_code: 'provider_email_needs_verification',
    });
    const { data } = await server.browser().signInWithPassword({ email, password: PASSWORD });
    expect(data.user?.identities).toHaveLength(1);
  });

  it('passes Cancel on, without a code of ours', async () => {
    const url = await visits.signIn({ answer: 'cancel' });
    expect(url.pathname).toBe('/auth/callback');
    expect(fragment(url)).toMatchObject({ error: 'access_denied', sb: '' });
  });

  it('refuses someone who is banned', async () => {
    const user = newGoogleUser();
    await visits.signIn(user);
    const bannedUntil = new Date(server.clock.now().getTime() + 60_000);
    await server.ctx.db.update(users).set({ bannedUntil }).where(eq(users.email, user.email));
    expect(fragment(await visits.signIn(user))).toMatchObject({
      error: 'access_denied',
      error_code: 'user_banned',
    });
  });

  it('gives a browser of the PKCE flow a code', async () => {
    const browser = server.browser('pkce');
    const url = await visits.signIn(newGoogleUser(), browser);
    expect(url.hash).toBe('');
    const { data, error } = await browser.exchangeCodeForSession(url.searchParams.get('code') ?? '');
    expect(error).toBeNull();
    expect(decodeJwt(data.session?.access_token ?? '')['amr']).toMatchObject([{ method: 'oauth' }]);
  });
});

async function userWithPassword() {
  const user = newGoogleUser();
  await signUp(user.email, true);
  const browser = server.browser();
  await browser.signInWithPassword({ email: user.email, password: PASSWORD });
  return { browser, user };
}

async function linkGoogle(browser: Browser, form: Record<string, string>): Promise<URL> {
  const { data, error } = await browser.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
  expect(error).toBeNull();
  return await visits.answer(data?.url ?? '', form, browser);
}

describe('linking and unlinking', () => {
  it('adds a Google account of any address, and takes it away again', async () => {
    const { browser } = await userWithPassword();
    await arriveWith(await linkGoogle(browser, { ...newGoogleUser() }));
    const { data } = await browser.getUserIdentities();
    const identity = data?.identities.find(({ provider }) => provider === 'google');
    if (!identity) throw new Error('Google was not linked');
    expect((await browser.unlinkIdentity(identity)).error).toBeNull();
    const user = await userOf(browser);
    expect(user.identities?.map(({ provider }) => provider)).toEqual(['email']);
    expect(user.app_metadata).toMatchObject({ provider: 'email', providers: ['email'] });
  });

  it('says on the page that asked when it took too long', async () => {
    const { browser } = await userWithPassword();
    const redirectTo = `${server.ctx.config.siteUrl}/account/profile`;
    const options = { skipBrowserRedirect: true, redirectTo };
    const { data } = await browser.linkIdentity({ provider: 'google', options });
    server.clock.advance(301);
    const late = await visits.answer(data?.url ?? '', { ...newGoogleUser() }, browser);
    server.clock.advance(-301);
    expect(late.pathname).toBe('/account/profile');
    expect(fragment(late)).toMatchObject({ error_code: 'bad_oauth_state' });
  });

  it('links nothing for a session that has ended in the meantime', async () => {
    const { browser } = await userWithPassword();
    const { data } = await browser.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
    const page = data?.url ?? '';
    const token = (await browser.getSession()).data.session?.access_token ?? '';
    await server.call('POST', '/logout', { headers: { Authorization: `Bearer ${token}` } });
    const astray = await visits.answer(page, { ...newGoogleUser() }, browser);
    expect(fragment(astray)).toMatchObject({ error_code: 'session_not_found' });
  });

  it('refuses a Google account that is linked already, here or elsewhere', async () => {
    const [one, two] = [await userWithPassword(), await userWithPassword()];
    const form = { ...newGoogleUser() };
    await linkGoogle(one.browser, form);
    expect(fragment(await linkGoogle(one.browser, form))).toMatchObject({
      error: 'server_error',
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked',
    });
    expect(fragment(await linkGoogle(two.browser, form))).toMatchObject({
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked to another user',
    });
  });

  it('does not link to the account of the one who sent the link the Google account of the one who followed it', async () => {
    const attacker = await userWithPassword();
    const { data } = await attacker.browser.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    const astray = await visits.answer(data?.url ?? '', { ...newGoogleUser() }, server.browser());
    expect(astray.searchParams.get('error_code')).toBe('bad_oauth_state');
    const ways = (await attacker.browser.getUserIdentities()).data?.identities ?? [];
    expect(ways.map(({ provider }) => provider)).toEqual(['email']);
  });

  it('keeps the last way in, and knows only one’s own', async () => {
    const { browser } = await userWithPassword();
    const [only] = (await browser.getUserIdentities()).data?.identities ?? [];
    if (!only) throw new Error('no identity');
    expect((await browser.unlinkIdentity(only)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    });
    await linkGoogle(browser, { ...newGoogleUser() });
    const foreign = { ...only, identity_id: crypto.randomUUID() };
    expect((await browser.unlinkIdentity(foreign)).error).toMatchObject({ status: 422, code: 'identity_not_found' });
    expect((await browser.unlinkIdentity({ ...only, identity_id: 'x' })).error).toMatchObject({
      status: 404,
      code: 'validation_failed',
    });
  });

  it('keeps the account’s own address, whatever else is linked', async () => {
    const { browser, user } = await userWithPassword();
    await linkGoogle(browser, { ...newGoogleUser() });
    const [own] =
      (await browser.getUserIdentities()).data?.identities.filter(({ provider }) => provider === 'email') ?? [];
    if (!own) throw new Error('no identity');
    expect((await browser.unlinkIdentity(own)).error).toMatchObject({
      status: 422,
      code: 'email_conflict_identity_not_deletable',
      message: 'The email address of the account cannot be unlinked. Change the address instead.',
    });
    expect(await userOf(browser)).toMatchObject({
      email: user.email,
      app_metadata: { providers: ['email', 'google'] },
    });
  });

  it('takes a way in away and leaves address and password as they were', async () => {
    const user = newGoogleUser();
    const browser = await arriveWith(await visits.signIn(user));
    await browser.updateUser({ password: PASSWORD });
    const elsewhere = server.browser();
    await elsewhere.signInWithPassword({ email: user.email, password: PASSWORD });
    const [google] =
      (await browser.getUserIdentities()).data?.identities.filter(({ provider }) => provider === 'google') ?? [];
    if (!google) throw new Error('no identity');
    expect((await browser.unlinkIdentity(google)).error).toBeNull();
    expect(await userOf(browser)).toMatchObject({
      email: user.email,
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError');
    const notices = (await server.emails()).filter(({ recipient }) => recipient === user.email);
    expect(notices.at(-1)).toMatchObject({ kind: 'sign-in-method-removed', data: { method: 'Google' } });
    const again = await server.browser().signInWithPassword({ email: user.email, password: PASSWORD });
    expect(again.error).toBeNull();
  });

  it('a user who came through Google can set a password, and then has two ways in', async () => {
    const user = newGoogleUser();
    const browser = await arriveWith(await visits.signIn(user));
    const { data } = await browser.updateUser({ password: PASSWORD });
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['google', 'email']);
    expect((await server.browser().signInWithPassword({ email: user.email, password: PASSWORD })).error).toBeNull();
  });

  it('can be switched off', async () => {
    const closed = await startAuthServer({ AUTH_MANUAL_LINKING: '0' });
    const answer = await closed.call('GET', '/user/identities/authorize?provider=google');
    await closed.close();
    expect(answer).toMatchObject({
      status: 404,
      body: { error_code: 'manual_linking_disabled', msg: 'Manual linking is disabled' },
    });
  });
});
