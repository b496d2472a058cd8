import { z } from 'zod';
import { API_VERSION } from '../events.ts';
import { newId } from '../state/ids.ts';
import type { Bank } from '../payments/bank.ts';
import type { World } from '../world.ts';
import { expand } from './expand.ts';
import { invalidRequest, isCardError, StripeFailure, unauthorized } from './failure.ts';
import { decodeForm, type Form } from './form.ts';
import { fingerprintOf, type IdempotencyKeys } from './idempotency.ts';
import { parseParams } from './params.ts';
import { findRoute, type Match, type Route } from './route.ts';

export interface ApiRequest {
  method: string;
  path: string;
  form: string;
  elsewhere: string;
  authorization: string | undefined;
  idempotencyKey: string | undefined;
  version: string | undefined;
}

export interface ApiAnswer {
  status: number;
  body: unknown;
  requestId: string;
  replayed: boolean;
}

export interface ApiKeys {
  secretKey: string;
  publishableKey: string;
}

interface Api {
  world: World;
  bank: Bank;
  routes: readonly Route[];
  keys: ApiKeys;
  idempotency: IdempotencyKeys;
}

export async function answer(api: Api, request: ApiRequest): Promise<ApiAnswer> {
  const requestId = newId('req');
  const replied = await tryAnswer(api, request, requestId);
  return { ...replied, requestId };
}

type Reply = Omit<ApiAnswer, 'requestId'>;

async function tryAnswer(api: Api, request: ApiRequest, requestId: string): Promise<Reply> {
  try {
    const form = decodeForm(request.form);
    const asPayer = authenticate(api.keys, request, form);
    const match = matchRoute(api.routes, request, asPayer);
    if (request.elsewhere !== '') throw misplaced(request.method);
    const work = () => perform(api.world, request, { match, form, asPayer, requestId });
    const key = request.method === 'POST' ? request.idempotencyKey : undefined;
    const done = async () =>
      key === undefined ? await committed(api.world, work()) : await once(api, request, key, work);
    return await api.bank.attend(request, done);
  } catch (error) {
    if (error instanceof StripeFailure) return failed(error, false);
    throw error;
  }
}

/** Parameters in the wrong place are refused, because Stripe might not ignore them. */
function misplaced(method: string): StripeFailure {
  const place = method === 'POST' ? 'the body, not in the query string' : 'the query string, not in a body';
  return invalidRequest(`The parameters of a ${method} belong in ${place}.`, { code: 'parameter_unknown' });
}

/** @returns whether the caller holds only the publishable key */
function authenticate({ secretKey, publishableKey }: ApiKeys, request: ApiRequest, form: Form): boolean {
  const key = presentedKey(request.authorization) ?? form['key'];
  delete form['key'];
  if (key === undefined) throw unauthorized('You did not provide an API key.');
  if (key !== secretKey && key !== publishableKey) throw unauthorized('Invalid API Key provided.');
  if (request.version !== undefined && request.version !== API_VERSION) {
    throw invalidRequest(`Invalid Stripe API version: ${request.version}. The sandbox speaks ${API_VERSION} alone.`);
  }
  return key === publishableKey;
}

function presentedKey(authorization: string | undefined): string | undefined {
  const [scheme, credentials = ''] = authorization?.split(' ') ?? [];
  if (scheme === 'Bearer') return credentials;
  return scheme === 'Basic' ? Buffer.from(credentials, 'base64').toString('utf8').replace(/:$/, '') : undefined;
}

function matchRoute(routes: readonly Route[], { method, path }: ApiRequest, asPayer: boolean): Match {
  const match = findRoute(routes, method, path);
  if (!match) {
    const message = `Unrecognized request URL (${method}: ${path}). The sandbox serves only what the application uses.`;
    throw new StripeFailure(404, { type: 'invalid_request_error', message });
  }
  if (asPayer && !match.route.publishable) {
    throw unauthorized('This API call cannot be made with a publishable API key. Please use a secret API key instead.');
  }
  return match;
}

async function once(api: Api, request: ApiRequest, key: string, work: () => Reply): Promise<Reply> {
  const fingerprint = fingerprintOf(request.method, request.path, request.form);
  const stored = api.idempotency.claim(key, fingerprint);
  if (stored) {
    await api.world.store.commit();
    return { status: stored.status, body: stored.body, replayed: true };
  }
  try {
    const reply = work();
    api.idempotency.store(key, fingerprint, reply.status, reply.body);
    return await committed(api.world, reply);
  } finally {
    api.idempotency.release(key);
  }
}

interface Task {
  match: Match;
  form: Form;
  asPayer: boolean;
  requestId: string;
}

const expansions = z.array(z.string()).max(20).optional();

function perform(world: World, request: ApiRequest, { match, form, asPayer, requestId }: Task): Reply {
  const { expand: asked, ...rest } = form;
  const cause = { id: requestId, idempotency_key: request.idempotencyKey ?? null };
  const work = () => {
    const paths = parseParams(
      z.strictObject({ expand: expansions }),
      asked === undefined ? {} : { expand: asked },
    ).expand;
    const params = parseParams(match.route.schema, rest) as never;
    const result = match.route.run({ world, params, id: match.id, asPayer });
    const body = expand(world.db, result, paths ?? []);
    return { status: 200, body: asPayer ? payerView(body) : body, replayed: false };
  };
  try {
    return world.onBehalfOf(cause, () => world.store.transaction(work, isCardError));
  } catch (error) {
    if (error instanceof StripeFailure) return failed(error, asPayer);
    throw error;
  }
}

function failed({ status, body }: StripeFailure, asPayer: boolean): Reply {
  const error = JSON.parse(JSON.stringify(body)) as unknown;
  return { status, body: { error: asPayer ? payerView(error) : error }, replayed: false };
}

async function committed(world: World, reply: Reply): Promise<Reply> {
  await world.store.commit();
  return reply;
}

/** Fields that the publishable key never shows, even in errors (rules/stripe-sandbox 6). */
const HIDDEN: Record<string, readonly string[]> = {
  payment_intent: ['customer', 'customer_account', 'metadata', 'latest_charge', 'application', 'on_behalf_of'],
  setup_intent: ['customer', 'customer_account', 'metadata', 'latest_attempt', 'application', 'on_behalf_of'],
  payment_method: ['customer_account', 'metadata'],
};

/** Fields that the publishable key shows as null, like Stripe (rules/stripe-sandbox 25). */
const NULLED: Record<string, readonly string[]> = { payment_method: ['customer'] };

function payerView(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(payerView);
  if (typeof value !== 'object' || value === null) return value;
  const kind = 'object' in value ? String(value.object) : '';
  const hidden = HIDDEN[kind] ?? [];
  const nulled = NULLED[kind] ?? [];
  const shown = Object.entries(value).filter(([key]) => !hidden.includes(key));
  return Object.fromEntries(shown.map(([key, inner]) => [key, nulled.includes(key) ? null : payerView(inner)]));
}
