import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { serviceToken } from '../../../src/server/identity/session/access-tokens.ts';
import { HARBOR_ADDRESS } from '../../builders/addresses.ts';
import { CookieJar } from '../../clients/cookie-jar.ts';
import { newestLinkTo } from '../../clients/mailbox.ts';
import { callAuth, PASSWORD, type Shopper } from '../../clients/shopper.ts';
import type { ServerBeside } from '../../server/beside.ts';
import type { Shop } from '../../server/open-shop.ts';
import { inParallel } from '../in-parallel.ts';
import type { RawAnswer, RawRequest } from './raw-request.ts';
import { type Door, OPENED_AT_ONCE } from './requests.ts';

/** A shop, and the server to be fuzzed: the shop's own, or one beside it that knows Google. */
export interface Stage {
  readonly shop: Shop;
  readonly server: Pick<ServerBeside, 'ctx' | 'siteUrl'>;
}

/** The fields of query and body, each by its name in `FIELDS` and `ownFields`, or as `field=value`. */
type IdentityCall = readonly [query: string, body?: string];

/** Every call of rules/auth-wire with valid input. A word after a comma tells apart calls of one path. */
export const IDENTITY_CALLS: Readonly<Record<string, IdentityCall>> = {
  'POST /signup': ['', 'email=newEmail password data code_challenge code_challenge_method'],
  'POST /token, password': ['grant_type=password', 'email password'],
  'POST /token, refresh': ['grant_type=refresh_token', 'refresh_token'],
  'POST /token, PKCE': ['grant_type=pkce', 'auth_code=userId code_verifier=code_challenge'],
  'POST /recover': ['', 'email code_challenge code_challenge_method'],
  'POST /resend': ['', 'type=signup email'],
  'GET /verify': ['token type=recovery'],
  'POST /verify, link': ['', 'type=recovery token_hash=token'],
  'POST /verify, code': ['', 'type=recovery email token=code'],
  'POST /logout': ['scope=others', ''],
  'GET /user': [''],
  'PUT /user': ['', 'email=newEmail password=newPassword current_password=password data nonce'],
  'GET /reauthenticate': [''],
  'POST /reauthenticate': ['', 'current_password=password nonce'],
  'GET /reauthenticate/authorize': ['provider redirect_to'],
  'GET /authorize': ['provider redirect_to code_challenge code_challenge_method'],
  'GET /callback': ['code=googleCode state'],
  'POST /callback': ['', 'code=googleCode state'],
  'GET /user/identities/authorize': ['provider skip_http_redirect=true'],
  'DELETE /user/identities/:userId': [''],
  'POST /factors': ['', 'factor_type=totp friendly_name=Phone'],
  'POST /factors/:factorId/challenge': ['', ''],
  'POST /factors/:factorId/verify': ['', 'challenge_id code'],
  'DELETE /factors/:factorId': [''],
  'GET /settings': [''],
  'GET /health': [''],
  'GET /.well-known/jwks.json': [''],
  // Those of operators (rules/auth-wire 56).
  'GET /admin/users': ['page=1 per_page=2'],
  'POST /admin/users': ['', 'email=newEmail password email_confirm user_metadata=data'],
  'GET /admin/users/:userId': [''],
  'PUT /admin/users/:userId': ['', 'email=newEmail password=newPassword ban_duration=none app_metadata=data'],
  'DELETE /admin/users/:userId': ['', 'should_soft_delete'],
  'GET /admin/users/:userId/factors': [''],
  'DELETE /admin/users/:userId/factors/:factorId': [''],
  'POST /admin/generate_link': ['', 'type=recovery email redirect_to'],
  'POST /invite': ['', 'email=newEmail data'],
};

type Shape = 'old' | 'new';

const VERSION_HEADER = 'x-supabase-api-version';
const NEW_VERSION = '2024-01-01';
const REFUSALS = {
  old: z.object({ code: z.number(), error_code: z.string(), msg: z.string() }),
  new: z.object({ code: z.string(), message: z.string() }),
};

type Fields = Readonly<Record<string, unknown>>;

const FIELDS: Fields = {
  password: PASSWORD,
  newPassword: `${PASSWORD}-2`,
  data: { full_name: 'Ada', shipping_address: HARBOR_ADDRESS },
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 's256',
  code: '123456',
  nonce: null,
  provider: 'google',
  redirect_to: '/x',
  email_confirm: true,
  should_soft_delete: true,
};

/** Calls that need no Google and leave their user's session and address in place for the next request. */
const WITHOUT_GOOGLE = /^(POST \/(signup|token|logout)|(GET|PUT) \/user$|GET \/(settings|health|.well-known))/;

/** The calls of the identity server that need no Google, each in both of its error shapes (rules/auth-wire 9). */
export async function authDoors(shop: Shop): Promise<Door[]> {
  const calls = Object.keys(IDENTITY_CALLS).filter((name) => WITHOUT_GOOGLE.test(name));
  const shaped = (['old', 'new'] as const).flatMap((shape) => calls.map((name) => ({ name, shape })));
  return await inParallel(shaped, OPENED_AT_ONCE, ({ name, shape }) =>
    identityDoor({ shop, server: shop }, name, shape),
  );
}

/** One call with its own user, in the old or new format. */
export async function identityDoor(stage: Stage, name: string, shape: Shape): Promise<Door> {
  const user = await stage.shop.signUp();
  const [method = '', path = ''] = name.split(/[ ,]/);
  const [query, body] = IDENTITY_CALLS[name] ?? [''];
  const { cookie, ...fields }: Fields = { ...FIELDS, ...(await ownFields(stage, user, name)) };
  const token = /admin|invite/.test(path) ? await serviceToken(stage.server.ctx, 'service_role') : user.accessToken;
  const search = new URLSearchParams(fillFields(query, fields) as Record<string, string>);
  const params = [...path.matchAll(/:(\w+)/g)].map(([, field = '']) => field).join(' ');
  return {
    name: `${name}, ${shape} shape`,
    method,
    path: `/auth/v1${path}`,
    query: search.size === 0 ? '' : `?${search}`,
    params: fillFields(params, fields) as Record<string, string>,
    headers: {
      authorization: `Bearer ${token}`,
      ...(typeof cookie === 'string' && { cookie }),
      ...(shape === 'new' && { [VERSION_HEADER]: NEW_VERSION }),
    },
    body: body === undefined ? null : fillFields(body, fields),
    judge: (request, answer) => judgeIdentity(shape, stage.server !== stage.shop, request, answer),
  };
}

/** Only the server beside the shop may redirect, since it knows Google. */
function judgeIdentity(
  shape: Shape,
  mayRedirect: boolean,
  { method, target, headers }: RawRequest,
  { status, text, headers: said }: RawAnswer,
): void {
  if (/node_modules|\n +at /.test(text)) throw new Error('The answer holds a stack.');
  if (mayRedirect && status >= 300 && status < 400) {
    const { protocol, hostname } = new URL(String(said['location']));
    if (protocol !== 'http:' || hostname !== '127.0.0.1') throw new Error(`It leads to ${hostname}.`);
    return;
  }
  if (!isExpected(status)) throw new Error(`It answered ${status}.`);
  // Another part of the server answers if the path leaves /auth/v1 or the host is changed.
  if (method === 'HEAD' || status === 204 || !target.startsWith('/auth/v1/') || headers['host'] !== undefined) return;
  const body: unknown = JSON.parse(text);
  if (status < 300) return;
  const { code } = REFUSALS[shape].parse(body);
  const isRight = shape === 'old' ? code === status : said[VERSION_HEADER] === NEW_VERSION;
  if (!isRight) throw new Error(`The answer has not the ${shape} shape.`);
}

/** A success or a clear refusal. */
export function isExpected(status: number): boolean {
  return (status >= 200 && status < 300) || (status >= 400 && status < 500);
}

/** Fields by name, with the known value or the one from `name=value`. */
export function fillFields(asked: string, fields: Fields): Record<string, unknown> {
  const pairs = asked.split(' ').map((field) => field.split('=') as [string, string?]);
  return Object.fromEntries(
    pairs.filter(([name]) => name).map(([name, of = name]) => [name, of in fields ? fields[of] : of]),
  );
}

/** Values that this user can send; only those of this call are made. */
async function ownFields(stage: Stage, { userId, email, accessToken }: Shopper, name: string): Promise<Fields> {
  const { siteUrl, ctx } = stage.server;
  const own = { userId, email, newEmail: anyEmail() };
  if (name.endsWith('refresh')) {
    const session = await callAuth<object>(siteUrl, '/token?grant_type=password', { email, password: PASSWORD });
    return { ...own, ...session };
  }
  if (/verify$|link$/.test(name) && !name.includes('factors')) {
    await callAuth(siteUrl, '/recover', { email });
    const { searchParams } = new URL(await newestLinkTo(ctx, email));
    return { ...own, ...Object.fromEntries(searchParams) };
  }
  if (name.includes(':factorId')) {
    const enrol = { factor_type: 'totp', friendly_name: randomUUID() };
    const { id: factorId } = await callAuth<{ id: string }>(siteUrl, '/factors', enrol, accessToken);
    const challenge = await callAuth<{ id: string }>(siteUrl, `/factors/${factorId}/challenge`, {}, accessToken);
    return { ...own, factorId, challenge_id: challenge.id };
  }
  return name.endsWith('/callback') ? { ...own, ...(await returnFromGoogle(siteUrl)) } : own;
}

function anyEmail(): string {
  return `fuzz-${randomUUID()}@example.com`;
}

/** Goes to Google's page, agrees there as a new user, and stops before the last redirect. */
async function returnFromGoogle(siteUrl: string) {
  const jar = new CookieJar();
  const begun = await jar.fetch(`${siteUrl}/auth/v1/authorize?provider=google`, { redirect: 'manual' });
  const agreed = await fetch(begun.headers.get('location') ?? '', {
    method: 'POST',
    body: new URLSearchParams({ email: anyEmail(), name: 'Ada Quill', verified: 'on', hosted: 'on' }),
    redirect: 'manual',
  });
  const { searchParams } = new URL(agreed.headers.get('location') ?? '');
  const cookie = jar.received.map((line) => line.split(';')[0]).join('; ');
  return { cookie, googleCode: searchParams.get('code'), state: searchParams.get('state') };
}
