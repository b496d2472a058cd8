import { randomUUID } from 'node:crypto';
import { serviceToken } from '../../../src/server/identity/session/access-tokens.ts';
import type { ServerBeside } from '../../server/beside.ts';
import { CookieJar } from '../../clients/cookie-jar.ts';
import type { Shop } from '../../server/open-shop.ts';
import { newestLinkTo } from '../../clients/handed-over.ts';
import { HARBOR_ADDRESS, type Shopper } from '../../clients/shopper.ts';
import type { Door } from './requests.ts';

/** Where the doors are: a server that knows Google, and where it says that it lives. */
export interface Stage {
  readonly shop: Shop;
  readonly server: ServerBeside;
}

/** One call of the identity server, and what it takes, made anew for each person. */
export interface IdentityCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly make: (stage: Stage, user: Shopper) => Promise<Made> | Made;
}

interface Made {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: Record<string, unknown>;
}

const PASSWORD = 'the-tide-knows-1957';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 's256' };

function anyEmail(): string {
  return `fuzz-${randomUUID()}@example.com`;
}

/** Every call of rules/auth-wire, such as it would be taken. */
export const IDENTITY_CALLS: readonly IdentityCall[] = [
  {
    name: 'POST /signup',
    method: 'POST',
    path: '/signup',
    make: () => ({
      body: { email: anyEmail(), password: PASSWORD, data: { shipping_address: HARBOR_ADDRESS }, ...PKCE },
    }),
  },
  {
    name: 'POST /token, password',
    method: 'POST',
    path: '/token',
    make: (_stage, { email }) => ({ query: { grant_type: 'password' }, body: { email, password: PASSWORD } }),
  },
  {
    name: 'POST /token, refresh',
    method: 'POST',
    path: '/token',
    make: async (stage, { email }) => {
      const { refresh_token } = await signIn(stage, email);
      return { query: { grant_type: 'refresh_token' }, body: { refresh_token } };
    },
  },
  {
    name: 'POST /token, PKCE',
    method: 'POST',
    path: '/token',
    make: () => ({ query: { grant_type: 'pkce' }, body: { auth_code: randomUUID(), code_verifier: CHALLENGE } }),
  },
  {
    name: 'POST /recover',
    method: 'POST',
    path: '/recover',
    make: (_stage, { email }) => ({ body: { email, ...PKCE } }),
  },
  {
    name: 'POST /resend',
    method: 'POST',
    path: '/resend',
    make: (_stage, { email }) => ({ body: { type: 'signup', email } }),
  },
  {
    name: 'GET /verify',
    method: 'GET',
    path: '/verify',
    make: async (stage, { email }) => ({ query: await recoveryLink(stage, email) }),
  },
  {
    name: 'POST /verify, link',
    method: 'POST',
    path: '/verify',
    make: async (stage, { email }) => {
      const { token, type } = await recoveryLink(stage, email);
      return { body: { type, token_hash: token } };
    },
  },
  {
    name: 'POST /verify, code',
    method: 'POST',
    path: '/verify',
    make: (_stage, { email }) => ({ body: { type: 'recovery', email, token: '123456' } }),
  },
  { name: 'POST /logout', method: 'POST', path: '/logout', make: () => ({ query: { scope: 'others' } }) },
  { name: 'GET /user', method: 'GET', path: '/user', make: () => ({}) },
  {
    name: 'PUT /user',
    method: 'PUT',
    path: '/user',
    make: () => ({
      body: {
        email: anyEmail(),
        password: `${PASSWORD}-2`,
        current_password: PASSWORD,
        data: { full_name: 'Ada' },
        nonce: null,
      },
    }),
  },
  { name: 'GET /reauthenticate', method: 'GET', path: '/reauthenticate', make: () => ({}) },
  {
    name: 'POST /reauthenticate',
    method: 'POST',
    path: '/reauthenticate',
    make: () => ({ body: { current_password: PASSWORD, nonce: null } }),
  },
  {
    name: 'GET /reauthenticate/authorize',
    method: 'GET',
    path: '/reauthenticate/authorize',
    make: () => ({ query: { provider: 'google', redirect_to: '/x' } }),
  },
  {
    name: 'GET /authorize',
    method: 'GET',
    path: '/authorize',
    make: () => ({ query: { provider: 'google', redirect_to: '/x', ...PKCE } }),
  },
  { name: 'GET /callback', method: 'GET', path: '/callback', make: async (stage) => await wayBackFromGoogle(stage) },
  {
    name: 'POST /callback',
    method: 'POST',
    path: '/callback',
    make: async (stage) => {
      const { query = {}, headers = {} } = await wayBackFromGoogle(stage);
      return { headers, body: query };
    },
  },
  {
    name: 'GET /user/identities/authorize',
    method: 'GET',
    path: '/user/identities/authorize',
    make: () => ({ query: { provider: 'google', skip_http_redirect: 'true' } }),
  },
  {
    name: 'DELETE /user/identities/:id',
    method: 'DELETE',
    path: '/user/identities/:id',
    make: () => ({ params: { id: randomUUID() } }),
  },
  {
    name: 'POST /factors',
    method: 'POST',
    path: '/factors',
    make: () => ({ body: { factor_type: 'totp', friendly_name: 'Phone' } }),
  },
  {
    name: 'POST /factors/:id/challenge',
    method: 'POST',
    path: '/factors/:id/challenge',
    make: async (stage, user) => ({ params: { id: await newFactor(stage, user) }, body: {} }),
  },
  {
    name: 'POST /factors/:id/verify',
    method: 'POST',
    path: '/factors/:id/verify',
    make: async (stage, user) => {
      const id = await newFactor(stage, user);
      const challenge = await post(stage, `/factors/${id}/challenge`, {}, user.accessToken);
      return { params: { id }, body: { challenge_id: challenge['id'], code: '123456' } };
    },
  },
  {
    name: 'DELETE /factors/:id',
    method: 'DELETE',
    path: '/factors/:id',
    make: async (stage, user) => ({ params: { id: await newFactor(stage, user) } }),
  },
  { name: 'GET /settings', method: 'GET', path: '/settings', make: () => ({}) },
  { name: 'GET /health', method: 'GET', path: '/health', make: () => ({}) },
  { name: 'GET /.well-known/jwks.json', method: 'GET', path: '/.well-known/jwks.json', make: () => ({}) },
];

/** The same for the calls of operators (rules/auth-wire 56). */
export const ADMIN_CALLS: readonly IdentityCall[] = [
  {
    name: 'GET /admin/users',
    method: 'GET',
    path: '/admin/users',
    make: () => ({ query: { page: '1', per_page: '2' } }),
  },
  {
    name: 'POST /admin/users',
    method: 'POST',
    path: '/admin/users',
    make: () => ({ body: { email: anyEmail(), password: PASSWORD, email_confirm: true, user_metadata: {} } }),
  },
  {
    name: 'GET /admin/users/:id',
    method: 'GET',
    path: '/admin/users/:id',
    make: (_stage, { userId: id }) => ({ params: { id } }),
  },
  {
    name: 'PUT /admin/users/:id',
    method: 'PUT',
    path: '/admin/users/:id',
    make: (_stage, { userId: id }) => ({
      params: { id },
      body: { email: anyEmail(), password: `${PASSWORD}-3`, ban_duration: 'none', app_metadata: { tier: 'gold' } },
    }),
  },
  {
    name: 'DELETE /admin/users/:id',
    method: 'DELETE',
    path: '/admin/users/:id',
    make: (_stage, { userId: id }) => ({ params: { id }, body: { should_soft_delete: true } }),
  },
  {
    name: 'GET /admin/users/:id/factors',
    method: 'GET',
    path: '/admin/users/:id/factors',
    make: (_stage, { userId: id }) => ({ params: { id } }),
  },
  {
    name: 'DELETE /admin/users/:id/factors/:factorId',
    method: 'DELETE',
    path: '/admin/users/:id/factors/:factorId',
    make: async (stage, user) => ({ params: { id: user.userId, factorId: await newFactor(stage, user) } }),
  },
  {
    name: 'POST /admin/generate_link',
    method: 'POST',
    path: '/admin/generate_link',
    make: (_stage, { email }) => ({ body: { type: 'recovery', email, redirect_to: '/x' } }),
  },
  {
    name: 'POST /invite',
    method: 'POST',
    path: '/invite',
    make: () => ({ body: { email: anyEmail(), data: { full_name: 'Ada' } } }),
  },
];

/** One door with a person of its own behind it. */
export async function identityDoor(stage: Stage, call: IdentityCall): Promise<Door> {
  const user = await stage.shop.signUp();
  const { params = {}, query = {}, headers = {}, body = null } = await call.make(stage, user);
  const token = ADMIN_CALLS.includes(call) ? await serviceToken(stage.server.ctx, 'service_role') : user.accessToken;
  const search = new URLSearchParams(query).toString();
  return {
    name: call.name,
    method: call.method,
    path: `/auth/v1${call.path}`,
    query: search === '' ? '' : `?${search}`,
    params,
    headers: { authorization: `Bearer ${token}`, ...headers },
    body,
  };
}

async function post(stage: Stage, path: string, body: object, token = ''): Promise<Record<string, unknown>> {
  const answer = await fetch(`${stage.server.siteUrl}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}

async function signIn(stage: Stage, email: string): Promise<Record<string, unknown>> {
  return await post(stage, '/token?grant_type=password', { email, password: PASSWORD });
}

async function recoveryLink(stage: Stage, email: string): Promise<{ token: string; type: string }> {
  await post(stage, '/recover', { email });
  const { searchParams } = new URL(await newestLinkTo(stage.server.ctx, email));
  return { token: searchParams.get('token') ?? '', type: searchParams.get('type') ?? '' };
}

async function newFactor(stage: Stage, { accessToken }: Shopper): Promise<string> {
  const { id } = await post(stage, '/factors', { factor_type: 'totp', friendly_name: randomUUID() }, accessToken);
  return String(id);
}

/** To Google's page, somebody new agrees, and up to the last redirect. */
async function wayBackFromGoogle({ server: { siteUrl } }: Stage): Promise<Made> {
  const jar = new CookieJar();
  const begun = await jar.fetch(`${siteUrl}/auth/v1/authorize?provider=google`, { redirect: 'manual' });
  const agreed = await fetch(begun.headers.get('location') ?? '', {
    method: 'POST',
    body: new URLSearchParams({ email: anyEmail(), name: 'Ada Quill', verified: 'on' }),
    redirect: 'manual',
  });
  const { searchParams } = new URL(agreed.headers.get('location') ?? '');
  const cookie = jar.received.map((line) => line.split(';')[0]).join('; ');
  return { query: Object.fromEntries(searchParams), headers: { cookie } };
}
