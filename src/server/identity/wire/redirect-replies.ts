import type { AuthError, AuthErrorCode } from '../auth-error.ts';
import type { SessionReply } from './session-reply.ts';

type Parameters = Record<string, string>;

/** In the fragment, which browsers don't send to servers (rules/auth-wire 45). */
export function withSession(target: string, session: SessionReply, type?: string): string {
  return withFragment(target, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
    ...(type !== undefined && { type }),
  });
}

export function withCode(target: string, code: string): string {
  return withQuery(target, { code });
}

export function withMessage(target: string, message: string): string {
  return withFragment(target, { message, sb: '' });
}

export function withError(target: string, error: AuthError, alsoInQuery: boolean): string {
  const parameters = {
    error: oauthError(error),
    error_code: error.code,
    error_description: error.message,
  };
  return withFragment(alsoInQuery ? withQuery(target, parameters) : target, { ...parameters, sb: '' });
}

export function withGoogleError(target: string, error: string, description = 'The provider did not sign you in') {
  const name = /^[a-z_]{1,64}$/.test(error) ? error : 'server_error';
  const parameters = { error: name, error_description: description.slice(0, 200) };
  return withFragment(withQuery(target, parameters), { ...parameters, sb: '' });
}

const DENIED: readonly AuthErrorCode[] = ['signup_disabled', 'user_banned', 'provider_email_needs_verification'];

const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  503: 'temporarily_unavailable',
};

function oauthError({ code, status }: AuthError): string {
  return DENIED.includes(code) ? 'access_denied' : (OAUTH_ERRORS[status] ?? 'server_error');
}

function withFragment(target: string, parameters: Parameters): string {
  const url = new URL(target);
  url.hash = new URLSearchParams(parameters).toString();
  return url.href;
}

function withQuery(target: string, parameters: Parameters): string {
  const url = new URL(target);
  for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
  return url.href;
}
