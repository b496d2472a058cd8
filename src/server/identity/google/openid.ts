import { createHash, timingSafeEqual } from 'node:crypto';
import * as openid from 'openid-client';
import * as z from 'zod/mini';
import { email } from '../../../contract/fields.ts';
import { cleanLine } from '../../../domain/typed-text.ts';
import type { Config } from '../../platform/config/config.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { authBaseUrl } from '../keys/keys.ts';
import type { Metadata } from '../users/metadata.ts';

export interface GoogleAccount {
  readonly subject: string;
  readonly email: string;
  readonly identityData: Metadata;
}

export interface GoogleProfile extends GoogleAccount {
  /**
   * True only if Google manages the address today; one that Google only once saw confirmed isn't enough
   * (rules/auth-wire 70).
   */
  readonly emailVerified: boolean;
  /** True if Google ever saw the address confirmed. */
  readonly emailWasVerified: boolean;
}

export interface AuthorizationRequest {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export function newAuthorizationRequest(state: string): AuthorizationRequest {
  return { state, nonce: openid.randomNonce(), codeVerifier: openid.randomPKCECodeVerifier() };
}

const SECONDS_TO_ANSWER = 5;

const discovered = new WeakMap<Config, Promise<openid.Configuration>>();

async function googleOf(config: Config): Promise<openid.Configuration> {
  const known = discovered.get(config);
  if (known) return await known;
  const discovery = readDescription(config);
  discovered.set(config, discovery);
  discovery.catch(() => discovered.delete(config));
  return await discovery;
}

export function requireGoogle(config: Config, provider: string | undefined): NonNullable<Config['google']> {
  if (provider === 'google' && config.google) return config.google;
  throw invalid('Unsupported provider: provider is not enabled');
}

async function readDescription(config: Config): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret } = requireGoogle(config, 'google');
  const url = new URL(issuer);
  // Only the stand-in for Google, used in tests, has no TLS.
  const execute = url.protocol === 'http:' ? [openid.allowInsecureRequests] : [];
  const google = await openid.discovery(url, clientId, clientSecret, undefined, {
    execute: [...execute, openid.enableNonRepudiationChecks],
    timeout: SECONDS_TO_ANSWER,
  });
  return google;
}

/** Parameters that a caller may pass to Google (rules/auth-wire 30). */
const FORWARDED = ['prompt', 'access_type', 'login_hint', 'hd', 'include_granted_scopes'];

export async function consentPage(config: Config, question: AuthorizationRequest, query: Record<string, string>) {
  const google = await googleOf(config);
  const forwarded = Object.fromEntries(Object.entries(query).filter(([key]) => FORWARDED.includes(key)));
  const url = openid.buildAuthorizationUrl(google, {
    ...forwarded,
    redirect_uri: callbackUrl(config),
    response_type: 'code',
    scope: 'openid email profile',
    state: question.state,
    nonce: question.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(question.codeVerifier),
    code_challenge_method: 'S256',
  });
  return url.href;
}

/** The only callback URL that is registered with Google. */
function callbackUrl(config: Config): string {
  return `${authBaseUrl(config)}/callback`;
}

const idToken = z.object({
  iss: z.string(),
  sub: z.string(),
  email,
  email_verified: z._default(z.boolean(), false),
  name: z.optional(z.string().check(z.overwrite(cleanLine))),
  picture: z.optional(z.string()),
  hd: z.optional(z.string()),
  at_hash: z.optional(z.string()),
});

/** Checks signature, issuer, audience, expiry, nonce, state and at_hash. */
export async function readAnswer(config: Config, question: AuthorizationRequest, answer: Record<string, string>) {
  const google = await googleOf(config);
  const url = new URL(`${callbackUrl(config)}?${new URLSearchParams(answer).toString()}`);
  const tokens = await openid.authorizationCodeGrant(google, url, {
    expectedState: question.state,
    expectedNonce: question.nonce,
    pkceCodeVerifier: question.codeVerifier,
    idTokenExpected: true,
  });
  const claims = idToken.parse(tokens.claims());
  if (claims.at_hash !== undefined) requireHash(claims.at_hash, tokens.access_token);
  return profileOf(claims);
}

/** OpenID Connect Core §3.1.3.6: `at_hash` is the left half of the access token's hash. */
function requireHash(expected: string, accessToken: string): void {
  const half = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
  const [given, computed] = [Buffer.from(expected), Buffer.from(half)];
  if (given.length === computed.length && timingSafeEqual(given, computed)) return;
  throw new AuthError(500, 'unexpected_failure', 'Unable to exchange external code');
}

function profileOf(claims: z.output<typeof idToken>): GoogleProfile {
  const { iss, sub, email, name, picture, hd, email_verified: emailWasVerified } = claims;
  const identityData = {
    iss,
    sub,
    provider_id: sub,
    email,
    email_verified: emailWasVerified,
    phone_verified: false,
    ...(name !== undefined && { name, full_name: name }),
    ...(picture !== undefined && { picture, avatar_url: picture }),
    ...(hd !== undefined && { custom_claims: { hd } }),
  };
  const emailVerified = emailWasVerified && isHostedByGoogle(email, hd);
  return { subject: sub, email, emailVerified, emailWasVerified, identityData };
}

const GMAIL = ['gmail.com', 'googlemail.com'];

/**
 * Google's rule for addresses of other domains:
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
function isHostedByGoogle(email: string, hostedDomain: string | undefined): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return GMAIL.includes(domain) || domain === hostedDomain?.toLowerCase();
}
