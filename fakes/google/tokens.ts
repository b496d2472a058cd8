import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { claimsOf } from './accounts.ts';
import type { Client } from './authorization.ts';
import type { Grant, GrantStore } from './grants.ts';
import { missing, Refusal, singleValues } from './refusal.ts';
import type { SigningKey } from './signing-key.ts';

export const TOKEN_SECONDS = 3600;

export interface TokenDesk {
  readonly issuer: string;
  readonly client: Client;
  readonly key: SigningKey;
  readonly codes: GrantStore;
  readonly accessTokens: GrantStore;
  /** Milliseconds since 1970. */
  now(): number;
}

/** @throws Refusal */
export async function exchangeCode(desk: TokenDesk, form: URLSearchParams, authorization: string | undefined) {
  const fields = singleValues(form);
  checkCredentials(readCredentials(fields, authorization), desk.client);
  if (fields.grant_type !== 'authorization_code') {
    throw new Refusal(400, 'unsupported_grant_type', `Invalid grant_type: ${fields.grant_type ?? ''}`);
  }
  const grant = takeGrant(desk.codes, fields);
  const accessToken = desk.accessTokens.store(grant);
  const { scopes } = grant.request;
  return {
    access_token: accessToken,
    expires_in: TOKEN_SECONDS,
    scope: scopes.join(' '),
    token_type: 'Bearer',
    ...(scopes.includes('openid') ? { id_token: await signIdToken(desk, grant, accessToken) } : {}),
  };
}

type Fields = Partial<Record<string, string>>;

interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/** Credentials stand in the header or in the body, never in both (RFC 6749 §2.3). */
function readCredentials(fields: Fields, authorization: string | undefined): Credentials {
  const [, basic] = /^basic (.+)$/i.exec(authorization ?? '') ?? [];
  if (basic !== undefined) {
    if (fields.client_secret)
      throw new Refusal(400, 'invalid_request', 'The client authenticated in two ways at once.');
    return decodeBasic(basic);
  }
  if (!fields.client_id) throw missing('client_id');
  if (!fields.client_secret) throw new Refusal(400, 'invalid_request', 'client_secret is missing.');
  return { id: fields.client_id, secret: fields.client_secret };
}

/** Both halves are form-encoded before they are joined (RFC 6749 §2.3.1). */
function decodeBasic(text: string): Credentials {
  const [id = '', secret = ''] = Buffer.from(text, 'base64').toString('utf8').split(':');
  return { id: decodeFormValue(id), secret: decodeFormValue(secret) };
}

function decodeFormValue(text: string): string {
  return new URLSearchParams(`value=${text}`).get('value') ?? '';
}

function checkCredentials({ id, secret }: Credentials, client: Client): void {
  if (id !== client.id) throw new Refusal(401, 'invalid_client', 'The OAuth client was not found.');
  if (secret !== client.secret) throw new Refusal(401, 'invalid_client', 'The provided client secret is invalid.');
}

/** An attempt uses the code up, whether it succeeds or not. */
function takeGrant(codes: GrantStore, { code, redirect_uri, code_verifier }: Fields): Grant {
  if (!code) throw missing('code');
  const grant = codes.take(code);
  if (!grant) throw new Refusal(400, 'invalid_grant', 'The code is unknown, has expired or was used before.');
  if (redirect_uri !== grant.request.redirectUri) throw new Refusal(400, 'redirect_uri_mismatch', 'Bad Request');
  checkVerifier(code_verifier, grant.request.codeChallenge);
  return grant;
}

function checkVerifier(verifier: string | undefined, challenge: string | undefined): void {
  if (!verifier && !challenge) return;
  if (!verifier) throw new Refusal(400, 'invalid_grant', 'Missing code verifier.');
  if (createHash('sha256').update(verifier).digest('base64url') !== challenge) {
    throw new Refusal(400, 'invalid_grant', 'Invalid code verifier.');
  }
}

function signIdToken(desk: TokenDesk, { account, request }: Grant, accessToken: string): Promise<string> {
  const issuedAt = Math.floor(desk.now() / 1000);
  const claims = {
    azp: desk.client.id,
    at_hash: halfHash(accessToken),
    ...(request.nonce ? { nonce: request.nonce } : {}),
    ...claimsOf(account, request.scopes, desk.issuer),
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: desk.key.kid, typ: 'JWT' })
    .setIssuer(desk.issuer)
    .setAudience(desk.client.id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_SECONDS)
    .sign(desk.key.privateKey);
}

/** OpenID Connect Core §3.1.3.6: the left half of the hash that belongs to RS256. */
function halfHash(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
}

/** @throws Refusal */
export function readUserinfo({ accessTokens, issuer }: TokenDesk, authorization: string | undefined) {
  const [, token] = /^bearer (.+)$/i.exec(authorization ?? '') ?? [];
  const grant = accessTokens.find(token ?? '');
  if (!grant) throw new Refusal(401, 'invalid_request', 'Invalid Credentials');
  return claimsOf(grant.account, grant.request.scopes, issuer);
}
