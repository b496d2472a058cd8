import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { loggedScope } from '../tracing/scope.ts';
import { standardOutput } from './log-stream.ts';

export function openLog(level: string, to: DestinationStream = standardOutput()): Logger {
  const options = {
    level,
    redact: { paths: SECRETS, censor: '(kept back)' },
    serializers: { err: loggedError },
    mixin: loggedScope,
  };
  return pino(options, to);
}

const SECRETS = ['*.password', '*.authorization', '*.token', '*.client_secret'];

export interface LoggedError {
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string | undefined;
}

/** The root cause without its parameters, since drivers repeat addresses and hashes in their errors. */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { message: String(error) };
  if (error.cause instanceof Error) return loggedError(error.cause);
  return { message: error.message, ...('code' in error && { code: error.code }), stack: error.stack };
}

interface SecurityEvent {
  readonly code: string;
  readonly status: number;
  readonly path: string;
  readonly ip: string | undefined;
  readonly requestId?: string;
  readonly userId?: string;
}

/** Refusals that attackers cause, and bodies that our pages never send. All 403 and 429 answers are logged too. */
const SECURITY_CODES: ReadonlySet<string> = new Set([
  'bad_json',
  'request_entity_too_large',
  'too_large',
  'current_password_invalid',
  'flow_state_expired',
  'invalid_credentials',
  'invalid_signature',
  'mfa_verification_failed',
  'reauthentication_needed',
  'reauthentication_not_valid',
  'refresh_token_already_used',
  'refresh_token_not_found',
  'session_expired',
  'session_not_found',
]);

/** One line of the log for each refused attempt (rules/accounts 47, 48). */
export function logSecurityEvent({ log }: { readonly log: Logger }, event: SecurityEvent): void {
  if (event.status !== 403 && event.status !== 429 && !SECURITY_CODES.has(event.code)) return;
  log.info({ security: event.code, ...event }, 'refused');
}
