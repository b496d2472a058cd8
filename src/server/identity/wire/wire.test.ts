import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IDENTITY_CALLS } from '../../../../test/load/fuzz/identity-doors.ts';
import { startAuthServer, type AuthServer } from '../../../../test/server/auth-server.ts';
import { answerWithoutDatabase } from '../../../../test/server/no-database.ts';
import { serviceToken } from '../session/access-tokens.ts';
import { authRoutes } from './routes.ts';

const MODERN = { 'X-Supabase-Api-Version': '2024-01-01' };
let server: AuthServer;

beforeAll(async () => {
  server = await startAuthServer({ AUTH_RATE_LIMIT_FACTOR: '1000' });
});
afterAll(() => server.close());

describe('the two shapes of an error', () => {
  it('answers a client of 2024 with a string code, and echoes the version', async () => {
    const answer = await server.call('POST', '/signup', { body: {}, headers: MODERN });
    expect(answer.body).toEqual({ code: 'anonymous_provider_disabled', message: 'Anonymous sign-ins are disabled' });
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(answer.headers.get('x-sb-error-code')).toBe('anonymous_provider_disabled');
  });

  it.each([{}, { 'X-Supabase-Api-Version': '2023-12-31' }, { 'X-Supabase-Api-Version': 'latest' }])(
    'answers older clients (%j) with a numeric code',
    async (headers) => {
      const answer = await server.call('POST', '/signup', { body: {}, headers });
      expect(answer.body).toEqual({
        code: 422,
        error_code: 'anonymous_provider_disabled',
        msg: 'Anonymous sign-ins are disabled',
      });
      expect(answer.headers.get('x-supabase-api-version')).toBeNull();
    },
  );
});

describe('bodies', () => {
  it.each([
    ['no JSON', '{'],
    ['an array', '[]'],
    ['a string', '"x"'],
    ['nothing', ''],
    ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['a deep hole', `{"data":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ])('%s is bad_json', async (_what, body) => {
    expect(await server.call('POST', '/signup', { body })).toMatchObject({
      status: 400,
      body: { error_code: 'bad_json' },
    });
  });

  it.each([
    { email: ['a@example.com'], password: 'x' },
    { email: 7, password: 'a murder of quiet crows' },
    { email: 'a@example.com', password: { $ne: '' } },
    { email: 'nul\u0000@example.com', password: 'a murder of quiet crows' },
    { email: 'a@example.com', password: 'half a character \ud800' },
    { email: 'a@example.com', password: 'a murder of quiet crows', data: 'text' },
    { email: 'a@example.com', password: 'a murder of quiet crows', data: { 'nul\u0000': 1 } },
    { email: `${'x'.repeat(60_000)}@example.com`, password: 'a murder of quiet crows' },
    { email: 'a@example.com', password: 'x'.repeat(60_000) },
  ])('a field that cannot be right is validation_failed (%#)', async (body) => {
    expect(await server.call('POST', '/signup', { body })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    });
  });

  it.each(['/signup', '/token?grant_type=password', '/recover', '/verify', '/otp'])(
    'larger than 64 kB is request_entity_too_large: %s',
    async (path) => {
      const answer = await server.call('POST', path, { body: { email: 'x'.repeat(64 * 1024) } });
      expect(answer).toMatchObject({
        status: 413,
        body: { error_code: 'request_entity_too_large', msg: 'Request body is larger than 64 kB' },
      });
    },
  );

  it('takes whole pairs of surrogates and written backslashes, however they are escaped', async () => {
    const data = String.raw`{"a":"\\u0000 \ud83e\udd89"}`;
    const body = `{"email":"escapes@example.com","password":"a murder of quiet crows","data":${data}}`;
    const answer = await server.call('POST', '/signup', { body });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).toContain('🦉');
  });

  it.each([
    String.raw`{"email":"a@example.com","data":{"a":["\\\u0000"]}}`,
    String.raw`{"email":"a@example.com","data":{"a":"\udd89\ud83e"}}`,
    String.raw`{"email":"a@example.com","data":{"\ud83e":1}}`,
  ])('with what cannot be stored is validation_failed, wherever it is: %s', async (body) => {
    const answer = await server.call('POST', '/signup', { body });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  });

  it('is not read from a network whose calls are used up', async () => {
    const strict = await startAuthServer();
    for (let i = 0; i < 30; i++) await strict.call('POST', '/recover', { body: 'no JSON' });
    expect((await strict.call('POST', '/recover', { body: 'no JSON' })).status).toBe(429);
    await strict.close();
  });

  it('takes null for absent and ignores what it does not know', async () => {
    const body = {
      email: 'null@example.com',
      password: 'a murder of quiet crows',
      data: null,
      code_challenge: null,
      gotrue_meta_security: {},
      channel: 'sms',
    };
    expect((await server.call('POST', '/signup', { body, headers: { Authorization: 'Bearer anon' } })).status).toBe(
      200,
    );
  });
});

describe('what is not offered', () => {
  const PHONE = '+12075550123';
  const email = 'reader@example.com';
  const both = { email, phone: PHONE };
  type Refused = readonly [path: string, body: object, status: number, code: string, message: string];

  it.each<Refused>([
    ['/signup', { phone: PHONE, password: 'x' }, 400, 'phone_provider_disabled', 'Phone signups are disabled'],
    ['/token?grant_type=password', { phone: PHONE }, 422, 'phone_provider_disabled', 'Phone logins are disabled'],
    [
      '/verify',
      { phone: PHONE, type: 'sms', token: '123456' },
      422,
      'phone_provider_disabled',
      'Phone logins are disabled',
    ],
    ['/resend', { phone: PHONE, type: 'sms' }, 422, 'phone_provider_disabled', 'Phone logins are disabled'],
    ['/resend', { type: 'phone_change' }, 400, 'validation_failed', 'Type provided requires a phone number'],
    ['/otp', { phone: PHONE, channel: 'sms' }, 422, 'phone_provider_disabled', 'Phone logins are disabled'],
  ])(
    'a telephone number that was sent is refused as one, never as missing: %s %j',
    async (path, body, status, error_code, msg) => {
      expect(await server.call('POST', path, { body })).toMatchObject({ status, body: { error_code, msg } });
    },
  );

  it.each(['/signup', '/token?grant_type=password', '/otp'])(
    'an email beside a telephone number is one too many: %s',
    async (path) => {
      const { status, body } = await server.call('POST', path, { body: { ...both, password: 'x' } });
      expect([status, body]).toMatchObject([
        400,
        { msg: expect.stringContaining('Only an email address or phone number') as string },
      ]);
    },
  );

  it.each<Refused>([
    ['/otp', { email, create_user: true }, 422, 'email_provider_disabled', 'Login with magic link is disabled'],
    ['/magiclink', { email }, 422, 'email_provider_disabled', 'Login with magic link is disabled'],
    ['/otp', {}, 400, 'validation_failed', 'One of email or phone must be set'],
    ['/sso', { domain: 'example.com' }, 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  ])('emailed sign-in and single sign-on say that they are off: %s %j', async (path, body, status, error_code, msg) => {
    expect(await server.call('POST', path, { body })).toMatchObject({ status, body: { error_code, msg } });
  });

  it('admin calls make no account of a telephone number alone, and say so', async () => {
    const headers = { Authorization: `Bearer ${await serviceToken(server.ctx, 'service_role')}` };
    const made = await server.call('POST', '/admin/users', { body: { phone: PHONE }, headers });
    expect(made).toMatchObject({ status: 400, body: { error_code: 'phone_provider_disabled' } });
  });
});

const nameless = (door: string) => door.replaceAll(/:\w+/g, ':id');

it('every door of the identity server is fuzzed, or refused as not offered', () => {
  const listed = Object.keys(IDENTITY_CALLS).map((name) => nameless(name.replace(/,.*/, '')));
  const notOffered = ['POST /otp', 'POST /magiclink', 'GET /sso', 'POST /sso', 'GET /sso/*', 'POST /sso/*'];
  const doors = authRoutes(server.ctx).routes.flatMap(({ method, path }) =>
    method === 'ALL' ? [] : `${method} ${path}`,
  );
  expect(new Set(doors.map(nameless))).toEqual(new Set([...listed, ...notOffered]));
});

describe('bearers', () => {
  it.each([
    [undefined, 401, 'no_authorization'],
    ['Basic abc', 401, 'no_authorization'],
    ['Bearer  two', 401, 'no_authorization'],
    ['Bearer nonsense', 403, 'bad_jwt'],
    ['bearer eyJhbGciOiJub25lIn0.e30.', 403, 'bad_jwt'],
  ])('%s is answered by %i %s', async (header, status, code) => {
    const headers: Record<string, string> = header === undefined ? {} : { Authorization: header };
    expect(await server.call('GET', '/user', { headers })).toMatchObject({ status, body: { error_code: code } });
  });

  it('an anonymous token is not a user', async () => {
    const headers = { Authorization: `Bearer ${await serviceToken(server.ctx, 'anon')}` };
    const answer = await server.call('GET', '/user', { headers });
    expect(answer).toMatchObject({
      status: 403,
      body: { error_code: 'bad_jwt', msg: 'invalid claim: missing sub claim' },
    });
  });

  it.each([
    [{ sub: 'somebody' }, 400, 'bad_jwt'],
    [{ sub: crypto.randomUUID(), aud: 'elsewhere' }, 400, 'validation_failed'],
    [{ sub: crypto.randomUUID(), aud: 'authenticated' }, 403, 'bad_jwt'],
    [
      {
        sub: crypto.randomUUID(),
        aud: 'authenticated',
        email: 'a@example.com',
        aal: 'aal1',
        session_id: crypto.randomUUID(),
      },
      403,
      'user_not_found',
    ],
    [{ sub: crypto.randomUUID(), aud: 'authenticated', exp: 1_000_000_000 }, 403, 'bad_jwt'],
  ])('claims %j are answered by %i %s', async (claims, status, code) => {
    const headers = { Authorization: `Bearer ${await server.ctx.keys.sign(claims)}` };
    expect(await server.call('GET', '/user', { headers })).toMatchObject({ status, body: { error_code: code } });
  });
});

describe('public documents', () => {
  it('settings, health and keys say what the contract says', async () => {
    expect((await server.call('GET', '/settings')).body).toMatchObject({
      external: { email: true, google: false, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: true,
    });
    expect((await server.call('GET', '/health')).body).toMatchObject({ name: 'GoTrue' });
    const keys = await server.call('GET', '/.well-known/jwks.json');
    expect(keys.headers.get('cache-control')).toBe('public, max-age=600');
    expect(JSON.stringify(keys.body)).not.toMatch(/"d":|"k":|"oct"/);
    expect(keys.body).toMatchObject({ keys: [{ kty: 'EC', alg: 'ES256', use: 'sig', key_ops: ['verify'] }] });
  });

  it('an unknown path is a 404 in the shape of an error', async () => {
    expect(await server.call('GET', '/nowhere')).toMatchObject({
      status: 404,
      body: { code: 404, error_code: 'not_found' },
    });
  });
});

describe('an outage of ours', () => {
  it('is a 503 and never a 4xx, and says nothing of its cause', async () => {
    const body = JSON.stringify({ email: 'a@example.com', password: 'x' });
    const answer = await answerWithoutDatabase(server.ctx, '/token?grant_type=password', { method: 'POST', body });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      code: 503,
      error_code: 'unexpected_failure',
      msg: 'Temporarily unavailable, please retry after a moment.',
      error_id: expect.any(String) as string,
    });
  });
});

it('what is opened by GET is not fetched by a picture, a frame or a script of another page', async () => {
  const asked = ['/verify?token=none&type=recovery', '/authorize?provider=google', '/callback?state=none'];
  for (const path of asked) {
    for (const destination of ['image', 'iframe', 'empty', 'script']) {
      const reply = await server.call('GET', path, { headers: { 'Sec-Fetch-Dest': destination } });
      expect(reply).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
    }
    const opened = await server.call('GET', path, { headers: { 'Sec-Fetch-Dest': 'document' } });
    expect([302, 303, 400]).toContain(opened.status);
    expect(opened.body).not.toMatchObject({ msg: 'This address is opened, not fetched' });
  }
});

it('no address gives back what TRACE sends', async () => {
  for (const path of ['/', '/auth/v1/user', '/api/account']) {
    expect(await traced(`${server.siteUrl}${path}`)).toBeGreaterThanOrEqual(400);
  }
});

/** `fetch` refuses that method. */
async function traced(url: string): Promise<number> {
  return await new Promise((resolve, reject) => {
    request(url, { method: 'TRACE' }, (reply) => resolve(reply.resume().statusCode ?? 0))
      .on('error', reject)
      .end();
  });
}

it('a body that is no object leaves a line in the log, and so does a user who tries the console', async () => {
  server.log.length = 0;
  await server.call('POST', '/recover', { body: 'no object' });
  const { data } = await server.browser().signUp({ email: 'nosy@example.com', password: 'a murder of quiet crows' });
  const headers = { authorization: `Bearer ${data.session?.access_token}` };
  expect((await fetch(`${server.siteUrl}/api/operator/today`, { headers })).status).toBe(404);
  const events = server.log.map((line) => JSON.parse(line) as { security?: string; userId?: string });
  expect(events.filter(({ security }) => security !== undefined)).toMatchObject([
    { security: 'bad_json' },
    { security: 'not_operator', userId: data.user?.id },
  ]);
});
