import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AuthServer } from '../../../../test/server/auth-server.ts';
import {
  fragment,
  type GoogleVisits,
  openGoogleVisits,
  newGoogleUser,
} from '../../../../test/clients/google-visits.ts';
import { identities, users } from '../schema.ts';

const PASSWORD = 'a murder of quiet crows';
let server: AuthServer;
let visits: GoogleVisits;

beforeAll(async () => {
  visits = await openGoogleVisits();
  ({ server } = visits);
});
afterEach(() => server.resetLimits());
afterAll(() => visits.close());

/** A Google account with another user's address that waits for the owner's confirmation. */
async function strangerWaits() {
  const { email, name } = newGoogleUser();
  const signIn = async () => {
    const url = await visits.signIn({ email, name });
    await server.resetLimits();
    return fragment(url);
  };
  expect(await signIn()).toMatchObject({ error_code: 'provider_email_needs_verification' });
  return { email, name, signIn };
}

async function waysInto(email: string) {
  const [user] = await server.ctx.db.select().from(users).where(eq(users.email, email));
  const rows = await server.ctx.db
    .select()
    .from(identities)
    .where(eq(identities.userId, user?.id ?? ''));
  return { ways: rows.map(({ provider, providerId }) => [provider, providerId]), user };
}

async function follow(email: string): Promise<void> {
  expect(fragment(await server.open(await server.linkTo(email)))).toHaveProperty('access_token');
  await server.resetLimits();
}

async function emailsTo(address: string) {
  return (await server.emails()).filter(({ recipient }) => recipient === address);
}

const adopt = (token: string) =>
  fetch(`${server.siteUrl}/api/google-adoption`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });

describe('an address that Google has seen confirmed once, and does not host', () => {
  it('opens no account by itself; its owner is asked, and the link of that email connects it once', async () => {
    const { email, name } = newGoogleUser();
    const theirs = { email, name, verified: 'on' } as const;
    const newcomers = { ...theirs, email: newGoogleUser().email };
    await server.browser().signUp({ email, password: PASSWORD });
    await follow(email);
    const [known, unknown] = [await visits.signIn(theirs), await visits.signIn(newcomers)];
    expect(fragment(known)).toMatchObject({ error_code: 'provider_email_needs_verification' });
    expect(fragment(unknown)).toEqual(fragment(known));
    expect((await emailsTo(newcomers.email)).map(({ kind }) => kind)).toEqual(['confirm-signup']);
    expect((await waysInto(email)).ways).toMatchObject([['email', expect.anything()]]);

    const asked = (await emailsTo(email)).at(-1);
    expect(asked?.kind).toBe('connect-google');
    const token = new URL(String(asked?.data['connectUrl'])).searchParams.get('token') ?? '';
    const asLink = await server.open(`${server.url}/verify?token=${token}&type=magiclink`);
    expect(fragment(asLink)).toMatchObject({ error_code: 'otp_expired' });
    server.clock.advance(3601);
    expect((await adopt(token)).status).toBe(410);
    server.clock.advance(-3601);
    expect((await adopt(token)).status).toBe(200);
    expect((await adopt(token)).status).toBe(410);
    expect((await waysInto(email)).ways.map(([provider]) => provider)).toEqual(
      expect.arrayContaining(['email', 'google']),
    );
    expect((await emailsTo(email)).at(-1)?.kind).toBe('new-sign-in-method');
    await server.resetLimits();
    expect(fragment(await visits.signIn(theirs))).toHaveProperty('access_token');
  });

  it('is one of gmail.com’s without being asked', async () => {
    const email = `person-${crypto.randomUUID()}@gmail.com`;
    await server.browser().signUp({ email, password: PASSWORD });
    await follow(email);
    expect(fragment(await visits.signIn({ email, name: 'Agatha', verified: 'on' }))).toHaveProperty('access_token');
  });
});

describe('a stranger’s Google account with an address that is not theirs', () => {
  it('is no way in once the owner has come through their own', async () => {
    const { email, name } = await strangerWaits();
    // The stand-in has one account per address, so change the stored id.
    await server.ctx.db
      .update(identities)
      .set({ providerId: `not-${email}` })
      .where(eq(identities.email, email));
    expect(fragment(await visits.signIn({ email, name, verified: 'on', hosted: 'on' }))).toHaveProperty('access_token');
    const { ways } = await waysInto(email);
    expect(ways).toEqual([['google', expect.not.stringContaining('not-') as string]]);
  });

  it('is no way in once the owner has signed up by password, whose link proves the address only', async () => {
    const { email, signIn } = await strangerWaits();
    await server.browser().signUp({ email, password: PASSWORD });
    await follow(email);
    expect(await signIn()).toMatchObject({ error_code: 'provider_email_needs_verification' });
    const { ways, user } = await waysInto(email);
    expect(ways).toEqual([['email', user?.id]]);
    expect(user?.appMetadata).toMatchObject({ provider: 'email', providers: ['email'] });
    expect(user?.userMetadata).not.toHaveProperty('full_name');
    const { error } = await server.browser().signInWithPassword({ email, password: PASSWORD });
    expect(error?.code).toBe('invalid_credentials');
  });

  it('does not slip into the owner’s email by asking once more before the click', async () => {
    const { email, signIn } = await strangerWaits();
    await server.browser().signUp({ email, password: PASSWORD });
    await server.resetLimits();
    await signIn();
    await signIn();
    await follow(email);
    expect(await signIn()).toMatchObject({ error_code: 'provider_email_needs_verification' });
    expect((await waysInto(email)).ways).toMatchObject([['email', expect.anything()]]);
  });

  it('is no way in once the owner has followed a link that resets the password', async () => {
    const { email, signIn } = await strangerWaits();
    await server.browser().resetPasswordForEmail(email);
    await follow(email);
    expect(await signIn()).toMatchObject({ error_code: 'provider_email_needs_verification' });
    expect((await waysInto(email)).ways).toMatchObject([['email', expect.anything()]]);
  });
});
