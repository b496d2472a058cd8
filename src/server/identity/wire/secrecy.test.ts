import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAuthServer, type AuthServer } from '../../../../test/server/auth-server.ts';
import { pressLink } from '../../../../test/clients/mailbox.ts';
import { emailOutbox } from '../../platform/schema.ts';
import { users } from '../schema.ts';
import { serviceToken } from '../session/access-tokens.ts';

const PASSWORD = 'a murder of quiet crows';
const NEXT_PASSWORD = 'an unkindness of ravens';
const EMAIL = 'reader@example.com';
let server: AuthServer;

beforeAll(async () => {
  server = await startAuthServer({ AUTH_AUTOCONFIRM: '0', AUTH_RATE_LIMIT_FACTOR: '100', AUTH_MAIL_GAP_SECONDS: '0' });
});
afterAll(() => server.close());

interface Followed {
  readonly link: string;
  readonly headers: Headers;
  readonly status: number;
  /** The token of the link, and those of the session that it opened. */
  readonly secrets: readonly string[];
}

async function follow(link: string): Promise<Followed> {
  const { headers, status } = await pressLink(link);
  const opened = new URLSearchParams(new URL(headers.get('location') ?? 'about:blank').hash.slice(1));
  const tokens = [new URL(link).searchParams.get('token'), opened.get('access_token'), opened.get('refresh_token')];
  return { link, headers, status, secrets: tokens.filter((token) => token !== null) };
}

/** Confirms an address, forgets the password, uses each link twice, and once more while the database fails. */
async function followEveryLink(): Promise<Followed[]> {
  const browser = server.browser();
  await browser.signUp({ email: EMAIL, password: PASSWORD });
  const confirmation = await server.linkTo(EMAIL);
  await server.call('POST', '/recover', { body: { email: EMAIL } });
  const followed = [await follow(confirmation), await follow(confirmation)];
  await server.call('POST', '/recover', { body: { email: EMAIL } });
  const reset = await server.linkTo(EMAIL);
  await server.ctx.db.execute(sql`alter table auth.sessions rename to sessions_away`);
  const failed = await follow(reset);
  await server.ctx.db.execute(sql`alter table auth.sessions_away rename to sessions`);
  return [...followed, failed, await follow(reset), await follow(reset)];
}

it('a link, what it opens and the password set by it stand in no log, and leave by no Referer', async () => {
  const followed = await followEveryLink();
  expect(followed.map(({ status }) => status)).toEqual(followed.map(() => 303));
  expect(followed[2]?.headers.get('location')).toContain('error_code=unexpected_failure');
  expect(followed.map(({ headers }) => headers.get('referrer-policy'))).toEqual(followed.map(() => 'no-referrer'));
  const opening = followed[3]?.secrets ?? [];
  expect(opening).toHaveLength(3);
  const headers = { Authorization: `Bearer ${opening[1]}` };
  const changed = await server.call('PUT', '/user', { headers, body: { password: NEXT_PASSWORD } });
  expect(changed.status).toBe(200);
  const written = server.log.join('');
  // The log contains the failure, so it isn't simply empty.
  expect(written).toContain('auth request failed');
  for (const secret of [...followed.flatMap(({ secrets }) => secrets), PASSWORD, NEXT_PASSWORD]) {
    expect(written).not.toContain(secret);
  }
});

it('the claim token of a gift on whose way an account is made stands in no log, and unsealed in no row', async () => {
  const token = 'x'.repeat(43);
  const back = (path: string) => `${server.siteUrl}${path}?next=${encodeURIComponent(`/gift/claim?token=${token}`)}`;
  const email = 'claimant@example.com';
  const signUp = () =>
    server.browser().signUp({ email, password: PASSWORD, options: { emailRedirectTo: back('/account') } });
  await signUp();
  const link = await server.linkTo(email);
  expect(await follow(link)).toMatchObject({ status: 303 });
  const { headers } = await follow(link);
  expect(headers.get('location')).toContain(encodeURIComponent(token));
  await signUp();
  const owner = (await server.emails()).findLast(({ recipient }) => recipient === email);
  expect([owner?.kind, owner?.data['signinUrl']]).toEqual(['already-have-account', back('/account')]);
  expect(server.log.join('')).not.toContain(token);
  const rows = await server.ctx.db.select().from(emailOutbox);
  expect(JSON.stringify(rows)).not.toContain(token);
});

it('no password is kept under anything weaker than argon2id with 19 MiB, two passes, one lane', async () => {
  const service = await serviceHeaders();
  await server.call('POST', '/admin/users', {
    headers: service,
    body: { email: 'invited@example.com', password: PASSWORD },
  });
  const hashes = (await server.ctx.db.select().from(users)).map(({ passwordHash }) => passwordHash);
  expect(hashes.length).toBeGreaterThanOrEqual(2);
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

async function serviceHeaders(): Promise<Record<string, string>> {
  return { Authorization: `Bearer ${await serviceToken(server.ctx, 'service_role')}` };
}
