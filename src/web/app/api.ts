import type { BodyInputOf, Endpoint, ParamsOf, QueryInputOf, ReplyOf } from '../../contract/endpoint.ts';
import { ApiFailure, failureOf, networkFailure } from './api-failure.ts';
import { learnServerTime } from './now.ts';
import { accessToken, renewSession } from './session.ts';
import { SITE } from './site.ts';

export type When<T, Key extends string> = T extends undefined ? unknown : Record<Key, T>;
type CallInput<E> = When<ParamsOf<E>, 'params'> &
  When<QueryInputOf<E>, 'query'> &
  When<BodyInputOf<E>, 'body'> & { signal?: AbortSignal | undefined };
export type CallArguments<E> = object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

interface LooseInput {
  readonly params?: Record<string, string> | undefined;
  readonly query?: Record<string, string> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls one endpoint with the session's token.
 * @throws ApiFailure with a code of the contract, or `network`
 */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>): Promise<ReplyOf<E>> {
  return readReply(endpoint, await answerTo(endpoint, (input ?? {}) as LooseInput));
}

/**
 * Fetches a picture with the session's token, which an `<img>` can't send.
 * @throws ApiFailure
 */
export async function fetchPicture(path: string, params: Record<string, string>, signal: AbortSignal): Promise<Blob> {
  return await (await answerTo({ method: 'GET', path }, { params, signal })).blob();
}

async function answerTo(endpoint: Pick<Endpoint, 'method' | 'path'>, loose: LooseInput): Promise<Response> {
  let response = await send(endpoint, loose, await accessToken());
  // The session may have ended elsewhere, or may need the second step; only renewing it shows which.
  if (response.status === 401 || (await owesSecondStep(response))) {
    const renewed = await renewSession();
    if (renewed !== null) response = await send(endpoint, loose, renewed);
  }
  if (!response.ok) throw await failureOf(response);
  return response;
}

async function owesSecondStep(response: Response): Promise<boolean> {
  return response.status === 403 && (await failureOf(response.clone())).code === 'insufficient_aal';
}

async function send(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  { params, query, body, signal }: LooseInput,
  token: string | null,
): Promise<Response> {
  const headers: Record<string, string> = { apikey: SITE.anonKey };
  if (token !== null) headers['Authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  try {
    const response = await fetch(addressOf(endpoint.path, { params, query }), {
      method: endpoint.method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
    learnServerTime(response);
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw networkFailure();
  }
}

export function addressOf(path: string, { params, query }: Pick<LooseInput, 'params' | 'query'>): string {
  return fillPath(path, params) + asQuery(query);
}

function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function asQuery(query: Record<string, string> = {}): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}

async function readReply<E extends Endpoint>(endpoint: E, response: Response): Promise<ReplyOf<E>> {
  const parsed = endpoint.reply.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return parsed.data as ReplyOf<E>;
  // A tab from before a release uses an older contract than the server.
  throw new ApiFailure('internal', 'This page is out of date. Please reload it.');
}
