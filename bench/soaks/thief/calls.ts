import { API } from '../../../src/contract/api.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { ACCOUNT_CHANGES_PATH } from '../../../src/contract/site-paths.ts';
import { OPERATOR_API } from '../../../src/contract/operator/api.ts';
import { enrolAuthenticator, getAuthenticator } from '../../../src/contract/operator/constants.ts';
import { createApp } from '../../../src/server/app.ts';
import type { Context } from '../../../src/server/context.ts';
import { goodValue } from '../../../test/load/fuzz/good-values.ts';
import { fillFields, IDENTITY_CALLS } from '../../../test/load/fuzz/identity-doors.ts';

/** One call, as a thief makes it. */
export interface StolenCall {
  readonly name: string;
  readonly method: string;
  /** With `:name` for each parameter. */
  readonly path: string;
  readonly kind: 'identity' | 'admin' | 'shop' | 'console';
  readonly changesState: boolean;
  /** The answer never ends: only its beginning is read. */
  readonly isStream: boolean;
  /** Query and body, made of what the thief knows. */
  readonly fill: (fields: ThiefFields) => { readonly query: string; readonly body: Fields | null };
}

type Fields = Record<string, unknown>;

/** Keys are the names in the contract and `IDENTITY_CALLS`. */
export type ThiefFields = Readonly<Record<string, unknown>>;

const OURS = /^\/(auth\/v1|api|functions\/v1)\//;
/** A thief without these leaves them out, since wrong ones are always refused. */
const PROOFS = ['password', 'current_password', 'nonce'];
/** In GoTrue these GET requests change state too. */
const CHANGES_BY_GET = /\/(verify|callback|authorize|reauthenticate)$/;

/** Every call that the server answers under `/auth/v1`, `/api` and `/functions/v1`, read from its own routes. */
export function callsOf(ctx: Context): StolenCall[] {
  const routes = createApp(ctx).routes.filter(({ method, path }) => method !== 'ALL' && OURS.test(path));
  const lines = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  return [...lines].flatMap((line) => {
    const [method = '', path = ''] = line.split(' ');
    return path.startsWith('/auth/v1/') ? identityCalls(method, path) : [shopCall(method, path)];
  });
}

const ENDPOINTS = new Map(
  [...Object.values<Endpoint>(API), ...Object.values<Endpoint>(OPERATOR_API), getAuthenticator, enrolAuthenticator].map(
    (endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint],
  ),
);

function shopCall(method: string, path: string): StolenCall {
  const endpoint = ENDPOINTS.get(`${method} ${path}`);
  const template = JSON.stringify(endpoint?.body === undefined ? null : goodValue(endpoint.body, PLACEHOLDERS));
  const query = new URLSearchParams(goodValue(endpoint?.query) as Record<string, string>);
  return {
    name: `${method} ${path}`,
    method,
    path,
    kind: path.startsWith('/api/operator/') ? 'console' : 'shop',
    changesState: method !== 'GET',
    isStream: path === ACCOUNT_CHANGES_PATH,
    fill: (fields) => ({
      query: query.size === 0 ? '' : `?${query}`,
      body: withProofs(JSON.parse(filled(template, fields)) as Fields | null, fields),
    }),
  };
}

/** Placeholders for values that only the owner or Stripe can know. */
const PLACEHOLDERS = Object.fromEntries(
  (
    'userId email to priceId paymentMethodId shippingAddressId addressId subscriptionId setupIntentId invoiceId giftId ' +
    'token code'
  )
    .split(' ')
    .map((name) => [name, `{{${name}}}`]),
);

function filled(template: string, fields: ThiefFields): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = fields[name];
    return typeof value === 'string' ? value : name;
  });
}

function withProofs(body: Fields | null, fields: ThiefFields): Fields | null {
  if (body === null) return null;
  const proofs = PROOFS.filter((name) => name in body);
  const known = Object.fromEntries(proofs.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
  return { ...Object.fromEntries(Object.entries(body).filter(([name]) => !PROOFS.includes(name))), ...known };
}

/** A path has the calls that `IDENTITY_CALLS` lists; PUT is also made with each field alone. */
function identityCalls(method: string, path: string): StolenCall[] {
  const asRoute = path.slice('/auth/v1'.length).replaceAll(/:\w+/g, ':');
  const known = Object.entries(IDENTITY_CALLS).filter(([name]) => routeOf(name) === `${method} ${asRoute}`);
  const isAdmin = /^\/auth\/v1\/(admin|invite)/.test(path);
  const calls = known.flatMap(([name, [query, body]]) => {
    const own = (name.split(/[ ,]/)[1] ?? '').replace(/^/, '/auth/v1');
    return bodiesOf(method, body).map((each) => identityCall({ name, method, path: own, query, body: each, isAdmin }));
  });
  return calls.length > 0 ? calls : [identityCall({ name: `${method} ${asRoute}`, method, path, query: '', isAdmin })];
}

function routeOf(name: string): string {
  return (/^\w+ [^,]+/.exec(name)?.[0] ?? '').replaceAll(/:\w+/g, ':');
}

function isProof(field: string): boolean {
  return /^(nonce|current_password)\b/.test(field);
}

function bodiesOf(method: string, body: string | undefined): (string | undefined)[] {
  if (method !== 'PUT' || body === undefined) return [body];
  const fields = body.split(' ');
  const proofs = fields.filter(isProof).join(' ');
  return [body, ...fields.filter((field) => !isProof(field)).map((field) => `${field} ${proofs}`.trim())];
}

interface IdentityLine {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body?: string | undefined;
  readonly isAdmin: boolean;
}

function identityCall({ name, method, path, query, body, isAdmin }: IdentityLine): StolenCall {
  return {
    name: body === undefined || method !== 'PUT' ? name : `${name} {${body}}`,
    method,
    path,
    kind: isAdmin ? 'admin' : 'identity',
    changesState: method !== 'GET' || CHANGES_BY_GET.test(path),
    isStream: false,
    fill: (fields) => {
      const asked = new URLSearchParams(fillFields(query, fields) as Record<string, string>);
      const made = body === undefined ? null : withoutEmpty(fillFields(body, fields));
      return { query: asked.size === 0 ? '' : `?${asked}`, body: made };
    },
  };
}

function withoutEmpty(body: Fields): Fields {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined));
}
