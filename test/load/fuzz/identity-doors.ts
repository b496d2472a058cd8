import { randomUUID } from 'node:crypto';
import { serviceToken } from '../../../src/server/identity/session/access-tokens.ts';
import type { ServerBeside } from '../../server/beside.ts';
import { HARBOR_ADDRESS } from '../../builders/addresses.ts';
import { CookieJar } from '../../clients/cookie-jar.ts';
import { newestLinkTo } from '../../clients/mailbox.ts';
import { PASSWORD, type Shopper } from '../../clients/shopper.ts';
import type { Shop } from '../../server/open-shop.ts';
import type { Door } from './requests.ts';

/** A shop, and the server to be fuzzed: the shop's own, or one beside it that knows Google. */
export interface Stage {
  readonly shop: Shop;
  readonly server: Pick<ServerBeside, 'ctx' | 'siteUrl'>;
}

/** One call of the identity server, and how to make it for a new user so that it would be accepted. */
export interface IdentityCall {
  /** `METHOD /path`, and after a comma which of several calls of that path. */
  readonly name: string;
  readonly make: (stage: Stage, user: Shopper) => Promise<Request> | Request;
}

interface Request {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: Record<string, unknown>;
}

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 's256' };
const GOOGLE = { provider: 'google', redirect_to: '/x' };

/** Every call of rules/auth-wire. */
export const IDENTITY_CALLS: readonly IdentityCall[] = calls({
  'POST /signup': () => ({
    body: { email: anyEmail(), password: PASSWORD, data: { shipping_address: HARBOR_ADDRESS }, ...PKCE },
  }),
  'POST /token, password': (_stage, { email }) => ({
    query: { grant_type: 'password' },
    body: { email, password: PASSWORD },
  }),
  'POST /token, refresh': async (stage, { email }) => {
    const { refresh_token } = await post(stage, '/token?grant_type=password', { email, password: PASSWORD });
    return { query: { grant_type: 'refresh_token' }, body: { refresh_token } };
  },
  'POST /token, PKCE': () => ({
    query: { grant_type: 'pkce' },
    body: { auth_code: randomUUID(), code_verifier: CHALLENGE },
  }),
  'POST /recover': (_stage, { email }) => ({ body: { email, ...PKCE } }),
  'POST /resend': (_stage, { email }) => ({ body: { type: 'signup', email } }),
  'GET /verify': async (stage, { email }) => ({ query: await recoveryLink(stage, email) }),
  'POST /verify, link': async (stage, { email }) => {
    const { token, type } = await recoveryLink(stage, email);
    return { body: { type, token_hash: token } };
  },
  'POST /verify, code': (_stage, { email }) => ({ body: { type: 'recovery', email, token: '123456' } }),
  'POST /logout': () => ({ query: { scope: 'others' } }),
  'GET /user': () => ({}),
  'PUT /user': () => ({
    body: {
      email: anyEmail(),
      password: `${PASSWORD}-2`,
      current_password: PASSWORD,
      data: { full_name: 'Ada' },
      nonce: null,
    },
  }),
  'GET /reauthenticate': () => ({}),
  'POST /reauthenticate': () => ({ body: { current_password: PASSWORD, nonce: null } }),
  'GET /reauthenticate/authorize': () => ({ query: GOOGLE }),
  'GET /authorize': () => ({ query: { ...GOOGLE, ...PKCE } }),
  'GET /callback': (stage) => returnFromGoogle(stage),
  'POST /callback': async (stage) => {
    const { query = {}, headers = {} } = await returnFromGoogle(stage);
    return { headers, body: query };
  },
  'GET /user/identities/authorize': () => ({ query: { provider: 'google', skip_http_redirect: 'true' } }),
  'DELETE /user/identities/:id': () => ({ params: { id: randomUUID() } }),
  'POST /factors': () => ({ body: { factor_type: 'totp', friendly_name: 'Phone' } }),
  'POST /factors/:id/challenge': async (stage, user) => ({ params: { id: await newFactor(stage, user) }, body: {} }),
  'POST /factors/:id/verify': async (stage, user) => {
    const id = await newFactor(stage, user);
    const challenge = await post(stage, `/factors/${id}/challenge`, {}, user.accessToken);
    return { params: { id }, body: { challenge_id: challenge['id'], code: '123456' } };
  },
  'DELETE /factors/:id': async (stage, user) => ({ params: { id: await newFactor(stage, user) } }),
  'GET /settings': () => ({}),
  'GET /health': () => ({}),
  'GET /.well-known/jwks.json': () => ({}),
});

/** The same for the calls of operators (rules/auth-wire 56). */
export const ADMIN_CALLS: readonly IdentityCall[] = calls({
  'GET /admin/users': () => ({ query: { page: '1', per_page: '2' } }),
  'POST /admin/users': () => ({
    body: { email: anyEmail(), password: PASSWORD, email_confirm: true, user_metadata: {} },
  }),
  'GET /admin/users/:id': (_stage, { userId: id }) => ({ params: { id } }),
  'PUT /admin/users/:id': (_stage, { userId: id }) => ({
    params: { id },
    body: { email: anyEmail(), password: `${PASSWORD}-3`, ban_duration: 'none', app_metadata: { tier: 'gold' } },
  }),
  'DELETE /admin/users/:id': (_stage, { userId: id }) => ({ params: { id }, body: { should_soft_delete: true } }),
  'GET /admin/users/:id/factors': (_stage, { userId: id }) => ({ params: { id } }),
  'DELETE /admin/users/:id/factors/:factorId': async (stage, user) => ({
    params: { id: user.userId, factorId: await newFactor(stage, user) },
  }),
  'POST /admin/generate_link': (_stage, { email }) => ({ body: { type: 'recovery', email, redirect_to: '/x' } }),
  'POST /invite': () => ({ body: { email: anyEmail(), data: { full_name: 'Ada' } } }),
});

function calls(requests: Readonly<Record<string, IdentityCall['make']>>): IdentityCall[] {
  return Object.entries(requests).map(([name, make]) => ({ name, make }));
}

/** One call with a user of its own. */
export async function identityDoor(stage: Stage, call: IdentityCall): Promise<Door> {
  const user = await stage.shop.signUp();
  const { params = {}, query = {}, headers = {}, body = null } = await call.make(stage, user);
  const token = ADMIN_CALLS.includes(call) ? await serviceToken(stage.server.ctx, 'service_role') : user.accessToken;
  const [method = '', path = ''] = call.name.split(/[ ,]/);
  const search = new URLSearchParams(query).toString();
  return {
    name: call.name,
    method,
    path: `/auth/v1${path}`,
    query: search === '' ? '' : `?${search}`,
    params,
    headers: { authorization: `Bearer ${token}`, ...headers },
    body,
  };
}

function anyEmail(): string {
  return `fuzz-${randomUUID()}@example.com`;
}

async function post({ server }: Stage, path: string, body: object, token = ''): Promise<Record<string, unknown>> {
  const answer = await fetch(`${server.siteUrl}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
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

/** Goes to Google's page, agrees there as a new user, and stops before the last redirect. */
async function returnFromGoogle({ server: { siteUrl } }: Stage): Promise<Request> {
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
