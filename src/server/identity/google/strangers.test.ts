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

/** A Google account that bears somebody else's address, and waits for its owner to confirm it. */
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

describe('a stranger’s Google account with an address that is not theirs', () => {
  it('is no way in once the owner has come through their own', async () => {
    const { email, name } = await strangerWaits();
    // The stand-in makes one account of an address; the stranger's is another.
    await server.ctx.db
      .update(identities)
      .set({ providerId: `not-${email}` })
      .where(eq(identities.email, email));
    expect(fragment(await visits.signIn({ email, name, verified: 'on' }))).toHaveProperty('access_token');
    const { ways } = await waysInto(email);
    expect(ways).toEqual([['google', expect.not.stringContaining('not-') as string]]);
  });

  it('is no way in once the owner has signed up by password', async () => {
    const { email, signIn } = await strangerWaits();
    await server.browser().signUp({ email, password: PASSWORD });
    await follow(email);
    expect(await signIn()).toMatchObject({ error_code: 'provider_email_needs_verification' });
    const { ways, user } = await waysInto(email);
    expect(ways).toEqual([['email', user?.id]]);
    expect(user?.appMetadata).toMatchObject({ provider: 'email', providers: ['email'] });
    const { data } = await server.browser().signInWithPassword({ email, password: PASSWORD });
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email']);
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
