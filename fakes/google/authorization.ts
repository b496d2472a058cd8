import { missing, Refusal, singleValues } from './refusal.ts';

export interface Client {
  readonly id: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
}

export const SCOPES = ['openid', 'email', 'profile'] as const;
export type Scope = (typeof SCOPES)[number];

export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
  readonly prompts: readonly string[];
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  /** S256. */
  readonly codeChallenge: string | undefined;
}

const SCOPE_URL = /^https:\/\/www\.googleapis\.com\/auth\/userinfo\.(?=(?:email|profile)$)/;
const PROMPTS = ['none', 'consent', 'select_account'];

/**
 * Google answers every mistake on its own page
 * (developers.google.com/identity/protocols/oauth2/web-server#authorization-errors).
 * @throws Refusal
 */
export function readAuthorizationRequest(query: URLSearchParams, client: Client): AuthorizationRequest {
  const fields = singleValues(query);
  checkClient(fields.client_id, client);
  checkResponseType(fields.response_type);
  return {
    redirectUri: readRedirectUri(fields.redirect_uri, client),
    scopes: readScopes(fields.scope),
    prompts: readPrompts(fields.prompt),
    state: fields.state,
    nonce: fields.nonce,
    codeChallenge: readCodeChallenge(fields.code_challenge, fields.code_challenge_method),
  };
}

function checkClient(id: string | undefined, client: Client): void {
  if (!id) throw missing('client_id');
  if (id !== client.id) throw new Refusal(401, 'invalid_client', 'The OAuth client was not found.');
}

function checkResponseType(responseType: string | undefined): void {
  if (!responseType) throw missing('response_type');
  if (responseType !== 'code') {
    throw new Refusal(400, 'unsupported_response_type', `Only "code" is answered here, not "${responseType}".`);
  }
}

/** Letter for letter: a trailing slash makes it another address. */
function readRedirectUri(uri: string | undefined, client: Client): string {
  if (!uri) throw missing('redirect_uri');
  if (client.redirectUris.includes(uri)) return uri;
  throw new Refusal(400, 'redirect_uri_mismatch', `The redirect URI ${uri} is not registered for this client.`);
}

function readScopes(text: string | undefined): Scope[] {
  if (!text) throw missing('scope');
  const asked = text.split(' ').map((name) => name.replace(SCOPE_URL, ''));
  const unknown = asked.find((name) => !SCOPES.some((scope) => scope === name));
  if (unknown !== undefined) throw new Refusal(400, 'invalid_scope', `There is no scope "${unknown}".`);
  return SCOPES.filter((scope) => asked.includes(scope));
}

function readPrompts(text: string | undefined): string[] {
  const prompts = text?.split(' ') ?? [];
  const unknown = prompts.find((name) => !PROMPTS.includes(name));
  if (unknown !== undefined)
    throw new Refusal(400, 'invalid_request', `Invalid parameter value for prompt: ${unknown}`);
  return prompts;
}

/** Google accepts `plain` as well; the shop must not depend on it. */
function readCodeChallenge(challenge: string | undefined, method: string | undefined): string | undefined {
  if (!challenge && !method) return undefined;
  if (method !== 'S256') {
    throw new Refusal(
      400,
      'invalid_request',
      `Invalid parameter value for code_challenge_method: ${method ?? 'plain'}`,
    );
  }
  // A SHA-256 in base64url (RFC 7636 §4.2).
  if (challenge && /^[\w-]{43}$/.test(challenge)) return challenge;
  throw new Refusal(400, 'invalid_request', 'Invalid parameter value for code_challenge');
}
