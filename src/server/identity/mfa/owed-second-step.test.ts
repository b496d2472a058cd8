import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API } from '../../../contract/api.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { CASE_PAGE_PATH } from '../../../contract/case-file.ts';
import { OPERATOR_API } from '../../../contract/operator/api.ts';
import { ACCOUNT_CHANGES_PATH } from '../../../contract/site-paths.ts';
import { startAuthServer, type AuthServer, type Browser } from '../../../../test/server/auth-server.ts';
import { authRoutes } from '../wire/routes.ts';

const PASSWORD = 'a murder of quiet crows';
const EMAIL = 'guarded@example.com';
const DATA = { full_name: 'Agatha Mill', favorite: 'chess' };

/** Calls that need no user, or that need a service token. */
const PUBLIC = [
  '/signup',
  '/token',
  '/recover',
  '/verify',
  '/resend',
  '/otp',
  '/magiclink',
  '/sso',
  '/sso/*',
  '/authorize',
  '/callback',
  '/invite',
  '/settings',
  '/health',
  '/.well-known/jwks.json',
  '*',
  '/*',
];
/** The second step itself, and what it needs. */
const STEP = ['GET /user', 'POST /factors/:id/challenge', 'POST /factors/:id/verify'];

let server: AuthServer;
let owner: Browser;
let factorId: string;
/** Signed in with the password alone. */
let half: Browser;

beforeAll(async () => {
  server = await startAuthServer({
    AUTH_RATE_LIMIT_FACTOR: '1000',
    GOOGLE_CLIENT_ID: 'club',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_ISSUER: 'http://127.0.0.1:9',
  });
  owner = server.browser();
  await owner.signUp({ email: EMAIL, password: PASSWORD, options: { data: DATA } });
  const { data } = await owner.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' });
  if (data?.type !== 'totp') throw new Error('no factor');
  factorId = data.id;
  const code = new TOTP({ secret: data.totp.secret }).generate({ timestamp: server.clock.now().getTime() });
  const { error } = await owner.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
});
afterAll(() => server.close());
beforeEach(async () => {
  half = server.browser();
  const { error } = await half.signInWithPassword({ email: EMAIL, password: PASSWORD });
  if (error) throw error;
});

async function ask(method: string, path: string, body?: object) {
  const authorization = `Bearer ${(await half.getSession()).data.session?.access_token}`;
  const response = await fetch(server.siteUrl + path, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    redirect: 'manual',
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

const filled = (path: string) => path.replaceAll(/:\w+/g, randomUUID());

function ownersCalls(): string[] {
  const routes = authRoutes(server.ctx).routes.filter(
    ({ method, path }) => method !== 'ALL' && !path.startsWith('/admin') && !PUBLIC.includes(path),
  );
  return [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].filter((call) => !STEP.includes(call));
}

describe('a session that owes the second step', () => {
  it('is refused every call of the user’s own', async () => {
    const calls = ownersCalls();
    expect(calls).toEqual(expect.arrayContaining(['PUT /user', 'POST /factors', 'GET /reauthenticate']));
    for (const call of calls) {
      const [method = '', path = ''] = call.split(' ');
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const { status, text } = await ask(method, `/auth/v1${filled(path)}`, body);
      expect({ call, status, text }).toMatchObject({ status: path === '/user' ? 401 : 403 });
      expect(text).toContain('insufficient_aal');
    }
  });

  it.each([
    ['PUT', '/user', { data: { favorite: 'poison' } }],
    ['POST', '/reauthenticate', { current_password: PASSWORD }],
    ['POST', '/logout?scope=global', undefined],
    ['POST', '/logout?scope=others', undefined],
    ['POST', '/logout', undefined],
  ])('changes nothing by %s %s', async (method, path, body) => {
    expect((await ask(method, `/auth/v1${path}`, body)).text).toContain('insufficient_aal');
    expect((await owner.getUser()).data.user?.user_metadata['favorite']).toBe('chess');
  });

  it('is refused every call of the shop that is not public', async () => {
    const guarded = Object.values<Endpoint>(API).filter(({ access }) => access !== 'public');
    expect(guarded.length).toBeGreaterThan(50);
    const others = [ACCOUNT_CHANGES_PATH, CASE_PAGE_PATH].map((path) => ({ method: 'GET', path }));
    for (const { method, path } of [...guarded, ...others]) {
      const { status, text } = await ask(method, filled(path), method === 'GET' ? undefined : {});
      expect({ path, status, text }).toMatchObject({ status: 403 });
      expect(text).toContain('insufficient_aal');
    }
  });

  it('finds no console', async () => {
    for (const { method, path } of Object.values<Endpoint>(OPERATOR_API)) {
      const { status } = await ask(method, filled(path), method === 'GET' ? undefined : {});
      expect({ path, status }).toMatchObject({ path, status: 404 });
    }
  });

  it('reads of its account what the second step needs and no more', async () => {
    const known = {
      email: EMAIL,
      app_metadata: {},
      user_metadata: {},
      identities: [],
      factors: [{ id: factorId, friendly_name: 'Telephone', status: 'verified' }],
    };
    const { data } = await half.getSession();
    expect(data.session?.user).toMatchObject(known);
    expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({ app_metadata: {}, user_metadata: {} });
    const shown = await half.getUser();
    expect(shown.data.user).toMatchObject(known);
    expect(JSON.stringify(shown.data.user)).not.toMatch(/Agatha|chess|last_sign_in_at/);
  });

  it('can be left', async () => {
    expect((await ask('POST', '/auth/v1/logout?scope=local')).status).toBe(204);
    expect((await half.refreshSession()).error).not.toBeNull();
    expect((await owner.getUser()).error).toBeNull();
  });
});
