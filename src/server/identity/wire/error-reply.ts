import { randomUUID } from 'node:crypto';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { IdentityContext } from '../context.ts';
import { ApiError } from '../../platform/api-error.ts';
import { loggedError, logSecurityEvent } from '../../platform/logging/log.ts';
import { hasLeft } from '../../platform/http/answer-error.ts';
import { isDatabaseOutage } from '../../platform/db/outage.ts';
import { emailExists, AuthError, identityExists } from '../auth-error.ts';
import type { Call } from './http.ts';

const VERSION_HEADER = 'X-Supabase-Api-Version';
const VERSION = '2024-01-01';

/** Responds in the format that the client understands (rules/auth-wire 9). */
export function replyWithError(ctx: IdentityContext, error: unknown, call: Call): Response {
  if (hasLeft(call)) return call.body(null, 408);
  const failure = toAuthError(error);
  const { status, code, message } = failure;
  if (status === 408) call.header('Connection', 'close');
  const errorId = status >= 500 ? { error_id: randomUUID() } : {};
  if (status >= 500) ctx.log.error({ ...errorId, path: call.req.path, ...loggedError(error) }, 'auth request failed');
  logSecurityEvent(ctx, { code, status, path: call.req.path, ip: call.var.client?.ip });
  const modern = speaksModern(call.req.header(VERSION_HEADER));
  if (modern) call.header(VERSION_HEADER, VERSION);
  call.header('x-sb-error-code', code);
  const reasons = failure.weakPasswordReasons;
  const weakPassword = reasons.length > 0 ? { weak_password: { reasons } } : {};
  const body = modern ? { code, message } : { code: status, error_code: code, msg: message };
  return call.json({ ...body, ...errorId, ...weakPassword }, status as ContentfulStatusCode);
}

export function failureToCarry(ctx: IdentityContext, error: unknown, call: Call): AuthError {
  const failure = toAuthError(error);
  if (!(error instanceof AuthError) && failure.status >= 500) {
    ctx.log.error({ path: call.req.path, ...loggedError(error) }, 'auth request failed');
  }
  return failure;
}

function speaksModern(version: string | undefined): boolean {
  return (
    version !== undefined &&
    /^\d{4}-\d{2}-\d{2}$/.test(version) &&
    version >= VERSION &&
    !Number.isNaN(Date.parse(version))
  );
}

/** An outage must be a 5xx, since auth-js signs users out after any other error (rules/auth-wire 10). */
function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof ApiError && error.code === 'too_large') {
    return new AuthError(413, 'request_entity_too_large', 'Request body is larger than 64 kB');
  }
  if (error instanceof HTTPException && error.status === 408) {
    return new AuthError(408, 'request_timeout', 'The request did not arrive in time, please retry.');
  }
  if (error instanceof HTTPException && error.status === 504) {
    return new AuthError(504, 'request_timeout', 'Processing this request timed out, please retry after a moment.');
  }
  if (isDatabaseOutage(error)) {
    return new AuthError(503, 'unexpected_failure', 'Temporarily unavailable, please retry after a moment.');
  }
  if (violates(error, 'users_email_key')) return emailExists();
  if (violates(error, 'identities_provider_key')) return identityExists(' to another user');
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information');
}

function violates(error: unknown, constraint: string): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && cause.constraint === constraint) return true;
  }
  return false;
}
