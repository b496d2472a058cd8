import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adminClient } from '../../../../test/clients/admin-client.ts';
import type { AuthServer, Browser } from '../../../../test/server/auth-server.ts';
import {
  fragment,
  type GoogleVisits,
  openGoogleVisits,
  type GoogleUser,
  newGoogleUser,
} from '../../../../test/clients/google-visits.ts';
import {
  addFactor as addFactorIn,
  askUndo,
  passFactor,
  removeFactor as removeFactorIn,
  undo as undoBy,
  undoTokenTo,
} from '../../../../test/clients/undo-links.ts';
import { securityChanges, users } from '../schema.ts';
import { eraseAccount } from '../../account/erasure/erase-account.ts';
import { sweepIdentities } from '../clean-up.ts';

const PASSWORD = 'a murder of quiet crows';
const NEXT_PASSWORD = 'a parliament of loud owls';
const LAST_PASSWORD = 'an unkindness of ravens';
const DAY = 24 * 3600;
let server: AuthServer;
let visits: GoogleVisits;

beforeAll(async () => {
  visits = await openGoogleVisits({ AUTH_AUTOCONFIRM: '1', AUTH_MAIL_GAP_SECONDS: '0' });
  ({ server } = visits);
});
afterEach(() => server.resetLimits());
afterAll(() => visits.close());

interface User {
  readonly browser: Browser;
  readonly email: string;
  /** The Google account, where there is one. */
  readonly google?: GoogleUser;
  readonly secret?: string;
}

async function user(): Promise<User> {
  const browser = server.browser();
  const { email } = newGoogleUser();
  expect((await browser.signUp({ email, password: PASSWORD })).error).toBeNull();
  return { browser, email };
}

async function userByGoogle(): Promise<User> {
  const [browser, google] = [server.browser(), newGoogleUser()];
  await arrive(browser, await visits.signIn(google, browser));
  return { browser, email: google.email, google };
}

async function arrive(browser: Browser, url: URL): Promise<void> {
  const { access_token = '', refresh_token = '' } = fragment(url);
  expect((await browser.setSession({ access_token, refresh_token })).error).toBeNull();
}

async function linkGoogle({ browser }: User, google = newGoogleUser()): Promise<GoogleUser> {
  const { data } = await browser.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
  await arrive(browser, await visits.answer(data?.url ?? '', { ...google }, browser));
  return google;
}

async function unlinkGoogle({ browser }: User): Promise<void> {
  const { data } = await browser.getUserIdentities();
  const google = data?.identities.find(({ provider }) => provider === 'google');
  if (!google) throw new Error('no identity');
  expect((await browser.unlinkIdentity(google)).error).toBeNull();
}

const addFactor = ({ browser }: User) => addFactorIn(server, browser);
const removeFactor = ({ browser }: User) => removeFactorIn(browser);
const tokenTo = (email: string) => undoTokenTo(server, email);
const ask = (path: '/api/undo' | '/api/undo/describe', token: string) => askUndo(server, path, token);
const undo = (token: string) => undoBy(server, token);

async function setPassword({ browser }: User): Promise<void> {
  const change = { password: NEXT_PASSWORD, current_password: PASSWORD };
  expect((await browser.updateUser(change)).error).toBeNull();
}

/** Requests the change and opens both confirmation links. */
async function changeEmail({ browser, email }: User, newEmail: string): Promise<void> {
  expect((await browser.updateUser({ email: newEmail })).error).toBeNull();
  await server.open(await server.linkTo(email));
  await arrive(browser, await server.open(await server.linkTo(newEmail)));
}

async function passwordOpens(email: string, password: string): Promise<boolean> {
  return (await server.browser().signInWithPassword({ email, password })).error === null;
}

async function userOf(browser: Browser) {
  return (await browser.getUser()).data.user;
}

async function identityMethodsOf(browser: Browser): Promise<unknown> {
  return (await userOf(browser))?.app_metadata['providers'];
}

type Kind = readonly [
  kind: string,
  make: () => Promise<User>,
  change: (user: User) => Promise<unknown>,
  isRestored: (user: User, owner: Browser, changed: unknown) => Promise<void>,
];

const KINDS: readonly Kind[] = [
  [
    'identity_linked',
    user,
    linkGoogle,
    async (_user, owner) => expect(await identityMethodsOf(owner)).toEqual(['email']),
  ],
  [
    'identity_unlinked',
    async () => {
      const account = await user();
      return { ...account, google: await linkGoogle(account) };
    },
    unlinkGoogle,
    async ({ google = newGoogleUser() }, owner) => {
      expect(await identityMethodsOf(owner)).toEqual(['email', 'google']);
      const again = server.browser();
      await arrive(again, await visits.signIn(google, again));
      expect((await userOf(again))?.id).toBe((await userOf(owner))?.id);
    },
  ],
  [
    'factor_added',
    user,
    addFactor,
    async ({ email }, owner) => {
      expect((await userOf(owner))?.factors ?? []).toEqual([]);
      expect(await passwordOpens(email, PASSWORD)).toBe(true);
    },
  ],
  [
    'factor_removed',
    async () => {
      const account = await user();
      return { ...account, secret: await addFactor(account) };
    },
    removeFactor,
    async ({ secret = '' }, owner) => {
      const [factor] = (await userOf(owner))?.factors ?? [];
      expect(factor).toMatchObject({ status: 'verified', friendly_name: 'Telephone' });
      expect((await owner.updateUser({ password: LAST_PASSWORD })).error).toMatchObject({ code: 'insufficient_aal' });
      await passFactor(server, owner, factor?.id ?? '', secret);
    },
  ],
  [
    'password_changed',
    user,
    setPassword,
    async ({ email }) => {
      expect(await passwordOpens(email, NEXT_PASSWORD)).toBe(false);
      expect(await passwordOpens(email, PASSWORD)).toBe(false);
    },
  ],
  [
    'password_changed',
    userByGoogle,
    setPassword,
    async ({ email }, owner) => {
      expect(await passwordOpens(email, NEXT_PASSWORD)).toBe(false);
      expect(await identityMethodsOf(owner)).toEqual(['google']);
    },
  ],
  [
    'email_changed',
    user,
    async (account) => {
      const { email } = newGoogleUser();
      await changeEmail(account, email);
      return email;
    },
    async ({ email }, owner, newEmail) => {
      expect(await userOf(owner)).toMatchObject({ email, user_metadata: { email } });
      expect((await userOf(owner))?.identities).toMatchObject([{ provider: 'email', email }]);
      expect(await passwordOpens(email, PASSWORD)).toBe(true);
      expect(await passwordOpens(String(newEmail), PASSWORD)).toBe(false);
    },
  ],
];

describe.each(KINDS)('%s', (kind, make, change, isRestored) => {
  it('is undone by the link in its notice, which ends every session and leads to a new password', async () => {
    const user = await make();
    const changed = await change(user);
    const token = await tokenTo(user.email);
    expect((await ask('/api/undo/describe', token)).body).toMatchObject({ state: 'open', changes: [{ kind }] });
    const owner = await undo(token);
    expect((await user.browser.getUser()).error?.name).toBe('AuthSessionMissingError');
    await isRestored(user, owner, changed);
    expect((await owner.updateUser({ password: LAST_PASSWORD })).error).toBeNull();
    expect(await passwordOpens(user.email, LAST_PASSWORD)).toBe(true);
  });
});

describe('the link', () => {
  it('undoes nothing by being looked at', async () => {
    const account = await user();
    await setPassword(account);
    const token = await tokenTo(account.email);
    await ask('/api/undo/describe', token);
    await fetch(`${server.ctx.config.siteUrl}/api/undo?token=${token}`);
    expect(await passwordOpens(account.email, NEXT_PASSWORD)).toBe(true);
  });

  it('works once, and says so as if it had just been clicked', async () => {
    const account = await user();
    await setPassword(account);
    const token = await tokenTo(account.email);
    const owner = await undo(token);
    await owner.updateUser({ password: LAST_PASSWORD });
    expect(await ask('/api/undo', token)).toEqual({ status: 200, body: { undone: true, session: null } });
    expect((await ask('/api/undo/describe', token)).body).toMatchObject({ state: 'undone', changes: [] });
    expect(await passwordOpens(account.email, LAST_PASSWORD)).toBe(true);
    expect((await owner.getUser()).error).toBeNull();
  });

  it('opens one session for two clicks at once', async () => {
    const account = await user();
    await linkGoogle(account);
    const token = await tokenTo(account.email);
    const answers = await Promise.all([ask('/api/undo', token), ask('/api/undo', token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.filter(({ body }) => body['session'] !== null)).toHaveLength(1);
  });

  it('says after seven days that they are over', async () => {
    const account = await user();
    await setPassword(account);
    const token = await tokenTo(account.email);
    server.clock.advance(7 * DAY);
    expect((await ask('/api/undo/describe', token)).body).toMatchObject({ state: 'expired', changes: [] });
    expect(await ask('/api/undo', token)).toMatchObject({ status: 410, body: { code: 'link_expired' } });
    expect(await passwordOpens(account.email, NEXT_PASSWORD)).toBe(true);
    server.clock.advance(31 * DAY);
    await sweepIdentities(server.ctx);
    expect(await ask('/api/undo', token)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    server.clock.advance(-38 * DAY);
  });

  it('is stored as a hash, and goes with the account', async () => {
    const { browser } = await user();
    await setPassword({ browser, email: '' });
    const id = (await userOf(browser))?.id ?? '';
    const rows = async () => await server.ctx.db.select().from(securityChanges).where(eq(securityChanges.userId, id));
    expect((await rows()).map(({ tokenHash }) => tokenHash.length)).toEqual([32]);
    await server.ctx.db.transaction((tx) => eraseAccount(server.ctx, tx, id, { retainRow: true }));
    expect(await rows()).toEqual([]);
  });

  it.each(['/api/undo', '/api/undo/describe'] as const)('that no one was sent finds nothing at %s', async (path) => {
    expect(await ask(path, 'A'.repeat(43))).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('of several changes', () => {
  it('the first one’s link undoes all that came after it', async () => {
    const owner = await user();
    const thief = { ...owner, email: newGoogleUser().email };
    await changeEmail(owner, thief.email);
    await linkGoogle(thief);
    await addFactor(thief);
    await setPassword(thief);
    const theirs = await tokenTo(thief.email);
    const restored = await undo(await tokenTo(owner.email));
    expect(await userOf(restored)).toMatchObject({ email: owner.email, app_metadata: { providers: ['email'] } });
    expect((await userOf(restored))?.factors ?? []).toEqual([]);
    expect((await restored.updateUser({ password: LAST_PASSWORD })).error).toBeNull();
    expect(await ask('/api/undo', theirs)).toEqual({ status: 200, body: { undone: true, session: null } });
    expect(await passwordOpens(owner.email, LAST_PASSWORD)).toBe(true);
    expect(await passwordOpens(thief.email, NEXT_PASSWORD)).toBe(false);
  });

  it('the last one’s link leaves the earlier as they are', async () => {
    const account = await user();
    await linkGoogle(account);
    await setPassword(account);
    const restored = await undo(await tokenTo(account.email));
    expect(await identityMethodsOf(restored)).toEqual(['email', 'google']);
  });
});

describe('the address from before a move', () => {
  it('is kept for seven days for the account that may come back to it', async () => {
    const account = await user();
    const moved = { ...account, email: newGoogleUser().email };
    await changeEmail(account, moved.email);
    const squatter = await server.browser().signUp({ email: account.email, password: PASSWORD });
    expect(squatter.error).toMatchObject({ status: 422, code: 'user_already_exists' });
    const mover = await user();
    expect((await mover.browser.updateUser({ email: account.email })).error).toBeNull();
    await server.open(await server.linkTo(mover.email));
    const refused = await server.open(await server.linkTo(account.email));
    expect(fragment(refused)).toMatchObject({ error_code: 'email_exists' });
    const byGoogle = await visits.signIn({ email: account.email, name: 'Agatha', verified: 'on', hosted: 'on' });
    expect(fragment(byGoogle)).toMatchObject({ error_code: 'user_already_exists' });
    await changeEmail(moved, account.email);
    expect(await userOf(account.browser)).toMatchObject({ email: account.email });
  });

  it.each([
    ['gives way if it has proved nothing', null, 200],
    ['keeps the address if it has', new Date(), 409],
  ])('an account that took it in the same instant %s', async (_what, emailConfirmedAt, status) => {
    const account = await user();
    const { email } = newGoogleUser();
    await changeEmail(account, email);
    const now = server.clock.now();
    const squatter = { id: randomUUID(), email: account.email, emailConfirmedAt, createdAt: now, updatedAt: now };
    await server.ctx.db.insert(users).values({ ...squatter, appMetadata: {}, userMetadata: {} });
    expect(await ask('/api/undo', await tokenTo(account.email))).toMatchObject({ status });
    expect(await passwordOpens(email, PASSWORD)).toBe(status === 409);
  });

  it('is not given back once an operator has moved the account', async () => {
    const account = await user();
    await changeEmail(account, newGoogleUser().email);
    const token = await tokenTo(account.email);
    const admin = await adminClient(server.ctx, server.url);
    const { email } = newGoogleUser();
    expect((await admin.updateUserById((await userOf(account.browser))?.id ?? '', { email })).error).toBeNull();
    expect(await ask('/api/undo', token)).toMatchObject({ status: 404 });
    const notice = (await server.emails()).at(-1);
    expect(notice).toMatchObject({ kind: 'email-changed', data: { newEmail: email, undoUrl: null } });
  });
});
